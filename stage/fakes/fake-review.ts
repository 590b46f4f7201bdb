// The review before registering on a test site: works that the owner has not decided about, and what the service found of them.
import { fingerprint, type FingerprintInput } from '@artwork-registry/contract';
import type { ReviewResult } from '../../daemon/src/types/site.ts';

export type FakeReviewed = {
  artwork: { [field: string]: unknown };
  mark: number;
  result: ReviewResult | null;
  /** To be looked up one by one. */
  isSampled: boolean;
};

export class FakeReview {
  readonly works = new Map<string, FakeReviewed>();

  /** The owner opens the review: the work is checked. */
  add(externalId: string, artwork: { [field: string]: unknown }): void {
    const body = { external_id: externalId, ...artwork };
    const mark = (this.works.get(externalId)?.mark ?? 0) + 1;
    this.works.set(externalId, { artwork: body, mark, result: null, isSampled: false });
  }

  /** The owner wants these looked up one by one. */
  sample(externalIds: string[]): void {
    for (const id of externalIds) this.works.get(id)!.isSampled = true;
  }

  resultOf = (id: number): ReviewResult | null => this.works.get(String(id))!.result;

  isCompared = (): boolean => [...this.works.values()].every(({ result }) => result !== null);

  waiting = (): number =>
    [...this.works.values()].filter((work) => work.result === null || work.isSampled).length;

  /** The signed call `review`. */
  take(body: { limit: number; sample: number; results: ReviewResult[] }): object {
    for (const result of body.results) {
      const work = this.works.get(result.external_id);
      if (work?.mark !== result.mark) continue;
      work.result = result;
      if (result.by === 'match') work.isSampled = false;
    }
    const open = [...this.works].filter(([, work]) => work.result === null);
    const sampled = [...this.works].filter(([, work]) => work.isSampled);
    return {
      saved: body.results.length,
      works: open.slice(0, body.limit).map(([external_id, { mark, artwork }]) => {
        const { title, artist_name } = artwork;
        return { external_id, mark, look: lookOf(artwork), name_look: lookOf({ title, artist_name }) };
      }),
      sample: sampled
        .slice(0, body.sample)
        .map(([external_id, { mark, artwork }]) => ({ external_id, mark, artwork })),
    };
  }
}

const lookOf = (fields: object): string | null =>
  fingerprint(fields as FingerprintInput)?.slice(0, 16) ?? null;
