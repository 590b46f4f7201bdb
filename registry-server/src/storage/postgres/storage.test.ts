import { operatorConformance } from '../../../tests/conformance/operator.ts';
import { readConformance } from '../../../tests/conformance/reads.ts';
import { sourceConformance } from '../../../tests/conformance/sources.ts';
import { storageConformance } from '../../../tests/conformance/storage.ts';
import { openStorageOn } from '../../../tests/support/engines.ts';
import { testClock } from '../../../tests/support/test-clock.ts';

for (const engine of ['postgres-15', 'postgres-18'] as const) {
  const factory = async () => {
    const clock = testClock();
    const { storage } = await openStorageOn(engine, '', clock);
    return { storage, clock, close: () => storage.close() };
  };
  storageConformance(engine, factory);
  readConformance(engine, factory);
  operatorConformance(engine, factory);
  sourceConformance(engine, factory);
}
