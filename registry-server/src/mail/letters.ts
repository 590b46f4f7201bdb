// What is written, to whom, and by which key it is sent only once. Everything is derived from the database, so that nothing is lost where a
// server is killed. Plain text: what people typed is quoted, never marked up.
import { UNPROVEN_SITE } from '@artwork-registry/contract';
import type { AccessRequestRecord } from '../storage/records.ts';

/** `to` null: the operators. `round` tells letters of one key apart that are sent again on purpose. */
export type Letter = { key: string; to: string | null; subject: string; text: string; round?: number };

export type LetterPlace = { name: string; publicUrl: string };

/** Who asked hears of decisions of this time only: e-mail may have been switched on today. */
export const DECIDED_WITHIN_MS = 86_400_000;

/** To the operators: somebody waits for them. */
export function arrivedLetter(asked: AccessRequestRecord, { name, publicUrl }: LetterPlace): Letter {
  const isUnproven = asked.platform?.endsWith(UNPROVEN_SITE) ?? false;
  const proof = asked.isFromSyncService
    ? isUnproven
      ? 'It comes from a sync service, which has not reached the website yet.'
      : 'It comes from a sync service, which is connected to the website.'
    : 'Nothing proves that the website is theirs.';
  return {
    key: `access request ${asked.id} arrived`,
    to: null,
    subject: `${asked.organization ?? asked.name} asks for access to ${name}`,
    text: lines(
      `${asked.name} (${asked.email}) asks for access: ${asked.accessType}.`,
      `Organisation: ${asked.organization ?? 'not given'}`,
      `Website: ${asked.website}`,
      proof,
      '',
      quoted(asked.intendedUse),
      '',
      'Approve or reject it:',
      `${publicUrl}/operator/access-requests/${asked.id}`,
    ),
  };
}

/** To the person who asked; undefined where there is nothing to tell. `isFetched`: a program fetches the key by itself. */
export function decidedLetter(
  asked: AccessRequestRecord,
  isFetched: boolean,
  { name }: LetterPlace,
): Letter | undefined {
  const head = { key: `access request ${asked.id} ${asked.status}`, to: asked.email };
  const called = asked.organization ?? asked.name;
  if (asked.status === 'approved')
    return {
      ...head,
      subject: `${called} has access to ${name}`,
      text: lines(
        `Hello ${asked.name},`,
        '',
        `your request for access to ${name} was approved.`,
        isFetched
          ? 'Your website continues by itself. Open Artwork Registry in WordPress to see it; there is nothing to copy.'
          : 'The registry sends you your key on another way: an e-mail is not safe enough for it.',
      ),
    };
  if (asked.status !== 'rejected') return undefined;
  return {
    ...head,
    subject: `Your request for access to ${name}`,
    text: lines(
      `Hello ${asked.name},`,
      '',
      `your request for access to ${name} was not approved.`,
      ...(asked.reason === null ? [] : ['', 'The reason:', quoted(asked.reason)]),
      '',
      'If this is a mistake, answer this e-mail.',
    ),
  };
}

export const lines = (...all: string[]) => `${all.join('\n')}\n`;
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
