// The chaos run with an asynchronous standby: one promotion in the short form. The long one: ten minutes with each of three seeds
// (npm run test:long).
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { runAsynchronousChaos } from './chaos-asynchronous.ts';
import { openLedger } from './chaos/loss.ts';

const isLong = process.env.ARTWORK_REGISTRY_LONG === '1';
const MINUTES = isLong ? 10 : 0;

it.each(isLong ? [1, 2, 3] : [1])(
  'no instance writes on a promoted standby that lags before after-restore, and no Art ID means two works, seed %i',
  { timeout: MINUTES * 60_000 + 180_000 },
  async (seed) => {
    const { figures, complaints } = await runAsynchronousChaos({ seed, minutes: MINUTES });
    console.log(figures);
    expect(complaints).toEqual([]);
    expect(figures).toMatchObject({ issuedTwice: 0, answeredBefore: 0 });
    // Else nothing was tried.
    expect(figures.lost).toBeGreaterThan(0);
    expect(Object.keys(figures.triedBefore)).toHaveLength(4);
  },
);

it('notices an Art ID that is issued twice, and a work that is gone although the standby had it', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.method === 'POST' ? 201 : 404).end('{"registry_id":"AREG-1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const address = `http://127.0.0.1:${port}`;
  const ledger = openLedger('key');
  await ledger.publish(address);
  await ledger.publish(address);
  await ledger.compare(address, Infinity);
  server.close();
  expect(ledger.counts).toEqual({ answered: 2, lost: 1, twice: 1 });
  expect(ledger.complaints).toEqual([
    'AREG-1 was issued for "Work 1" and for "Work 2"',
    'AREG-1 "Work 2" was on the standby, and is gone',
  ]);
});
