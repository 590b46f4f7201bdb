// Rounds of the sync with one statement of the journal failing in each, at another place every time: nothing is noted as done that was
// not, and what was cut off is done once.
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SqliteFailures } from '../../../packages/kit/tests/sqlite-failures.ts';
import { SEND_LEASE_MS } from '../journal/waits.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

/** Those that end: a disk that stays full, or a lock that another process keeps, ends no round. */
const WAYS = ['alone', 'with all', 'with next', 'afterwards'] as const;
const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
/** After so long the wall clocks are set to the end of a lease, in real time. */
const WAIT_MS = 4000;
const ROUNDS = isLong ? 300 : 20;

let stage: Stage | undefined;
let failures: SqliteFailures | undefined;
afterEach(async () => {
  failures?.stop();
  await stage?.stop();
});

test(
  'a round with a failed statement notes nothing as done that was not, and ends all the same',
  { timeout: 900_000 },
  async () => {
    stage = await startStage(({ site, registry }) => {
      registry.features = ['batch_update', 'certificates'];
      site.share('1', sampleArtwork(1));
      site.share('2', sampleArtwork(2));
    });
    const { site, registry, dataDir } = stage;
    await until(() => site.countReported('published') === 2, 'published');
    failures = new SqliteFailures(join(dataDir, 'journal.sqlite'));
    const shown = (id: string) => registry.artworks.findByExternalId(id)!;
    const wrong: string[] = [];
    let round = 0;
    site.onReport = ({ external_id: id, revision, state }) => {
      if (id !== '1' || state !== 'published' || revision !== site.works.get('1')?.revision) return;
      const { amount } = shown('1').fields['price'] as { amount: number };
      if (amount !== 200 + round) wrong.push(`round ${round}: published, and the registry shows ${amount}`);
    };
    const isReported = (id: string, state: string) => {
      const report = site.reports.get(id);
      return report?.state === state && report.revision === site.works.get(id)?.revision;
    };
    async function settle(): Promise<void> {
      const isLeaving = round % 2 === 1;
      site.share('1', sampleArtwork(1, { price: { amount: 200 + round, currency: 'EUR' } }));
      if (isLeaving) site.leave('2', 'not_shared');
      else site.share('2', sampleArtwork(2));
      site.orderCertificate(`order ${round}`, { external_id: '1' });
      const command = site.command('audit');
      const listed = registry.count('/artworks', 'GET');
      const isOver = () =>
        isReported('1', 'published') &&
        isReported('2', isLeaving ? 'stopped' : 'published') &&
        site.certificatesDone.some(({ id, ok }) => id === `order ${round}` && ok) &&
        !site.commands.some(({ id }) => id === command) &&
        registry.count('/artworks', 'GET') > listed;
      // What could not be noted as done is tried again after its lease, at the latest.
      const endLeases = setInterval(() => {
        stage!.clock.setTime(stage!.clock.now() + SEND_LEASE_MS);
        site.clockOffsetSeconds += SEND_LEASE_MS / 1000;
      }, WAIT_MS);
      await until(isOver, `round ${round} ends`).finally(() => clearInterval(endLeases));
      await stage!.rounds(2);
    }
    // While it waits, a round sends statements that the next one may not send.
    let count = (await failures.during(settle)).texts.length;
    let failed = 0;
    for (round = 1; round <= ROUNDS; round += 1) {
      const at = Math.floor((round * count) / (ROUNDS + 1));
      const how = WAYS[round % WAYS.length]!;
      const done = await failures.during(settle, { at, how });
      if (done.failed !== undefined) failed += 1;
      count = Math.min(count, done.texts.length);
      expect(registry.artworks.all.size).toBe(2);
      expect(registry.certificates.issued.length).toBe(round + 1);
    }
    console.log(`Journal, a sync: ${failed} of ${count} statements failed, one a round`);
    expect(wrong).toEqual([]);
    expect(failed).toBeGreaterThan(ROUNDS / 2);
  },
);
