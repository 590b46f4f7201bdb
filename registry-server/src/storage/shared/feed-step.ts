// A step of the feed of changes, as both engines store it. `subject` names what it is about: of one subject only the last
// step stays for ever, and those by which a slug changed. What is not about a work carries its content as JSON.
import type { NewChange } from '../artwork-facts.ts';
import type { ChangeRecord, PublicInstallation, PublicProfile } from '../records.ts';

export type StepRow = {
  seq: number;
  op: ChangeRecord['op'];
  subject: string;
  updated_at: number;
  written_at: number;
  payload: string | null;
};

/**
 * SQL: a step that goes when a later one of its subject is there. One by which a profile got another slug stays, because who
 * follows the feed knows the profile by its former slug.
 */
export const REPLACEABLE = `NOT (op = 'profile' AND payload LIKE '%"former_slug":"%')`;

const INSTALLATION = 'installation:';

/** SQL: the installation of a step that tells of one. */
export const INSTALLATION_OF_STEP = `substr(changes.subject, ${INSTALLATION.length + 1})`;

export function stepContent(change: NewChange): { subject: string; payload: string | null } {
  if (change.op === 'profile')
    return { subject: `profile:${change.profile.id}`, payload: JSON.stringify(change.profile) };
  if (change.op === 'installation')
    return {
      subject: `${INSTALLATION}${change.installation.id}`,
      payload: JSON.stringify(change.installation),
    };
  return { subject: change.registryId, payload: null };
}

/** Columns of a StepRow. */
export const STEP = 'seq, op, subject, updated_at, written_at, payload';

export function changeOf(row: StepRow): ChangeRecord {
  const { seq, op, subject, payload } = row;
  const times = { updatedAt: row.updated_at, writtenAt: row.written_at };
  const content = (): unknown => JSON.parse(payload ?? '');
  if (op === 'profile') return { seq, op, ...times, profile: content() as PublicProfile };
  if (op === 'installation') return { seq, op, ...times, installation: content() as PublicInstallation };
  return { seq, op, ...times, registryId: subject };
}
