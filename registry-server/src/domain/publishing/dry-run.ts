// The dry run of a publish: the same match and the same refusals, and nothing is written.
import type { PublishInput, PublishMatch } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';
import { findMatch, identityKeysOf } from './identity.ts';
import { shownArtwork } from './projection.ts';
import { gather, refuseUnknownInstallation } from './publish.ts';
import { refuseMerge, refuseTakenExternalId } from './sources.ts';

export async function matchArtwork(tx: Tx, input: PublishInput): Promise<{ ok: true; match: PublishMatch }> {
  const { source } = input;
  const { facts } = await gather(tx, { ...input, idempotency: null });
  refuseUnknownInstallation(input, facts);
  if (facts.holder === undefined) throw new Refused('no_write_target');
  const found = findMatch(identityKeysOf(input), facts, input.fields.source_url);
  const artwork = found && (await tx.findArtwork(found.number));
  const conflict = conflictOf(() => {
    refuseTakenExternalId(source?.externalId, facts.sameExternalId?.number, found?.number ?? null);
    if (source !== null && artwork !== undefined && found?.organizationId === input.organizationId) {
      refuseMerge(found, artwork.sources, source);
    }
  });
  return {
    ok: true,
    match: {
      duplicate: found !== undefined,
      matchedOn: found?.matchedOn ?? null,
      registryId: artwork?.row.registry_id ?? null,
      data: artwork === undefined ? null : shownArtwork(tx, artwork.row, artwork.sources),
      conflict,
    },
  };
}

/** The message of the source_conflict that these checks end in; null when they pass. */
function conflictOf(checks: () => void): string | null {
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
