// The dry run of a publish: the same match and the same refusals, and nothing is written.
import { fingerprint } from '@artwork-registry/contract';
import type { PublishInput, PublishMatch } from '../../records.ts';
import { Refused } from '../../tx.ts';
import { presentName } from './artists.ts';
import { getRow, project } from './artwork-rows.ts';
import type { SqliteContext } from '../engine/context.ts';
import { findMatch } from './identity.ts';
import { requireInstallation } from './installations.ts';
import { findWriteTarget, refuseMerge } from './publish.ts';
import { refuseTakenExternalId } from './source-rows.ts';

export function matchArtwork(context: SqliteContext, input: PublishInput): { ok: true; match: PublishMatch } {
  const { organizationId, source } = input;
  if (source !== null) requireInstallation(context, organizationId, source.installationId);
  findWriteTarget(context, organizationId);
  const artistName = presentName(context, input.artistName);
  const found = findMatch(context, input, fingerprint({ artist_name: artistName, ...input.fields }));
  const conflict = messageOf(() => {
    if (source === null) return;
    refuseTakenExternalId(context, source, found?.number ?? null);
    if (found?.organizationId === organizationId) {
      refuseMerge(context, found, source.installationId, source.externalId ?? null);
    }
  });
  if (found === undefined) {
    return {
      ok: true,
      match: { duplicate: false, matchedOn: null, registryId: null, data: null, conflict },
    };
  }
  const row = getRow(context, found.number);
  return {
    ok: true,
    match: {
      duplicate: true,
      matchedOn: found.matchedOn,
      registryId: row.registry_id,
      data: row.is_public === 1 ? project(context, row) : null,
      conflict,
    },
  };
}

/** What the checks would have refused with; null when they pass. */
function messageOf(checks: () => void): string | null {
  try {
    checks();
    return null;
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'source_conflict') {
      return error.refusal.message ?? error.refusal.code;
    }
    throw error;
  }
}
