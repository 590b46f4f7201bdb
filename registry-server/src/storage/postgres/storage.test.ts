import { actionConformance } from '../../../tests/conformance/actions.ts';
import { countConformance } from '../../../tests/conformance/counts.ts';
import { farPageConformance } from '../../../tests/conformance/far-pages.ts';
import { erasureConformance } from '../../../tests/conformance/erasure.ts';
import { operatorConformance } from '../../../tests/conformance/operator.ts';
import { readConformance } from '../../../tests/conformance/reads.ts';
import { sourceConformance } from '../../../tests/conformance/sources.ts';
import { storageConformance } from '../../../tests/conformance/storage.ts';
import { waitsConformance } from '../../../tests/conformance/waits.ts';
import { openStorageOn } from '../../../tests/support/engines.ts';
import { testClock } from '../../../tests/support/test-clock.ts';

// The newest one in npm run test:long.
const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';

for (const engine of isLong ? (['postgres-15', 'postgres-18'] as const) : (['postgres-15'] as const)) {
  const factory = async () => {
    const clock = testClock();
    const { storage, readLines } = await openStorageOn(engine, '', clock);
    return { storage, clock, readLines, close: () => storage.close() };
  };
  storageConformance(engine, factory);
  readConformance(engine, factory);
  operatorConformance(engine, factory);
  actionConformance(engine, factory);
  countConformance(engine, factory);
  farPageConformance(engine, factory);
  sourceConformance(engine, factory);
  erasureConformance(engine, factory);
  waitsConformance(engine, factory);
}
