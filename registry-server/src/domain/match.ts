// The additive feature `match`: the dry run of a publish.
import type { MatchResult } from '@artwork-registry/contract';
import { ApiError } from './api-error.ts';
import { readCreate } from './artwork-bodies.ts';
import type { Caller, DomainDeps } from './caller.ts';

/** Throws what a publish of the same body would answer, source_conflict apart: that one is part of the answer. */
export async function match(deps: DomainDeps, caller: Caller, body: unknown): Promise<MatchResult> {
  const found = await deps.storage.matchArtwork(readCreate(body, caller.key.organization.id, null));
  if (!found.ok) throw ApiError.of(found);
  const { duplicate, matchedOn, registryId, data, conflict } = found.match;
  return {
    object: 'match_result',
    duplicate,
    matched_on: matchedOn,
    registry_id: registryId,
    data,
    conflict: conflict === null ? null : new ApiError('source_conflict', { message: conflict }).body,
  };
}
