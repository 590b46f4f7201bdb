// A site that keeps no result of the review, however often it gets one.
import { expect, test } from 'vitest';
import { testClock } from '../../../../packages/kit/tests/test-clock.ts';
import { createReview } from './review.ts';

test.each([
  ['compared', { works: [{ external_id: '7', mark: 1, look: null, name_look: null }], sample: [] }, []],
  ['looked up', { works: [], sample: [{ external_id: '7', mark: 1, artwork: {} }] }, ['match']],
])(
  'a site that always gives the same works to be %s is left after two calls, for a while',
  async (_, page, features) => {
    const asked: number[] = [];
    const warned: string[] = [];
    const review = createReview({
      siteId: 'site',
      account: {
        isOpen: () => true,
        descriptor: { scopes: [], features },
        send: () => Promise.resolve({ status: 200, body: {} }),
      } as never,
      connection: { find: () => ({}), formers: () => [], holdings: () => ({}) } as never,
      journal: { flushed: () => Promise.resolve(), holdings: { list: () => [] } } as never,
      client: {
        review: ({ sample, results }) => {
          if (asked.length === 20) throw new Error('asked without end');
          const isWanted = sample > 0 === features.length > 0;
          if (isWanted) asked.push(results.length);
          return Promise.resolve({ saved: results.length, ...(isWanted ? page : { works: [], sample: [] }) });
        },
      },
      clock: testClock(0),
      log: { warn: ({ reason }: { reason: string }) => warned.push(reason) } as never,
      stopping: new AbortController().signal,
      onFault: () => undefined,
    });
    review.kick(1);
    await review.life.stop();
    review.kick(1);
    await review.life.stop();
    expect(asked).toEqual([0, 1]);
    expect(warned).toEqual(['the site asks again for work 7, which was just answered']);
  },
);
