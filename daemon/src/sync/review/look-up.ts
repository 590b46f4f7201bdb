// Asks the registry about one work without registering it (feature `match`): the only way to find it in somebody else's profile.
import type { Holdings, SendToRegistry } from '../../types/registry.ts';
import type { ReviewAnswer, ReviewFound, ReviewResult } from '../../types/site.ts';
import { isOurRecord, showsOf } from '../apply/read-back.ts';
import { MatchResult, type Artwork } from '../../types/registry-answers.ts';

type Sampled = ReviewAnswer['sample'][number];

/** Throws what `send` throws. A body that the registry refuses is no match: the local check says what is wrong with it. */
export async function lookUp(
  send: SendToRegistry,
  { external_id, mark, artwork }: Sampled,
  holdings: Holdings,
): Promise<ReviewResult> {
  const answer = await send({ method: 'POST', path: '/artworks/match', body: artwork });
  const match = MatchResult.safeParse(answer.body).data;
  const data = match?.data ?? null;
  return {
    external_id,
    mark,
    by: 'match',
    found: foundOf(match, data, holdings),
    matched_on: match?.matched_on ?? null,
    registry_id: match?.registry_id ?? null,
    public_page: data?.links.public_page ?? null,
    shows: data && showsOf(data),
  };
}

function foundOf(match: MatchResult | undefined, data: Artwork | null, holdings: Holdings): ReviewFound {
  if (match?.conflict) return 'conflict';
  if (!match?.duplicate) return 'none';
  // Hidden works are matched for their own holder only, and of the other keys only the fingerprint reaches beyond.
  if (data === null || match.matched_on !== 'fingerprint') return 'own';
  return isOurRecord(holdings, data) === false ? 'other' : 'own';
}
