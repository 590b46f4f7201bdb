// All that a copy of a test site's database and files has, and a site that is what it was: restored, or copied to another place.
import type { FakeReview } from './fake-review.ts';
import type { FakeSite } from './fake-site.ts';

export type SiteSnapshot = { [field: string]: unknown };

export function snapshotOf(site: FakeSite): SiteSnapshot {
  const { server: _server, review, ...state } = site as unknown as { [field: string]: unknown };
  const kept = Object.entries(state).filter(([, value]) => typeof value !== 'function');
  return structuredClone({ ...Object.fromEntries(kept), reviewed: (review as FakeReview).works });
}

/** Its address stays. */
export function restoreSite(site: FakeSite, snapshot: SiteSnapshot): void {
  const { reviewed, ...state } = structuredClone(snapshot);
  Object.assign(site, state, { url: site.url });
  site.review.works.clear();
  for (const [id, work] of reviewed as FakeReview['works']) site.review.works.set(id, work);
}
