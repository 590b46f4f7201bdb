// The fault run of a host would notice what it is there to notice.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultsOfHost } from './host-outcome.ts';
import type { HostWorld } from './host-world.ts';

let hostDir: string;
beforeEach(() => {
  hostDir = mkdtempSync(join(tmpdir(), 'host-outcome-'));
});
afterEach(() => rmSync(hostDir, { recursive: true }));

/** Two galleries with one artwork each, everything as it should be, until a test changes it. */
function world() {
  const tenant = (slug: string, registryId: string) => ({
    slug,
    apiKey: `key-of-${slug}`,
    site: {
      secret: `secret-of-${slug}`,
      works: new Map([['1', {}]]),
      reportLog: [{ registry_id: registryId }, { registry_id: null }],
      events: [{ registry_id: registryId }],
    },
  });
  const sources = [
    { slug: 'one', externalId: '1', registryId: 'AREG-1' },
    { slug: 'other', externalId: '1', registryId: 'AREG-2' },
  ];
  return {
    hostDir,
    tenants: [tenant('one', 'AREG-1'), tenant('other', 'AREG-2')],
    sources,
    registry: { sources: () => sources, countArtworks: () => sources.length },
  };
}
const faultsOf = (one: ReturnType<typeof world>, former: string[] = []) =>
  faultsOfHost(one as unknown as HostWorld, former);

test('nothing is found where all is well', async () => {
  writeFileSync(join(hostDir, 'directory.sqlite'), 'sealed');
  expect(await faultsOf(world())).toEqual([]);
});

test('an artwork with two Art IDs, or with none, is found', async () => {
  const doubled = world();
  doubled.sources.push({ slug: 'one', externalId: '1', registryId: 'AREG-3' });
  expect(await faultsOf(doubled)).toEqual([
    'work 1 of one has 2 Art IDs',
    'the registry has 3 artworks for 2 works',
  ]);
  const lost = world();
  lost.sources.pop();
  expect(await faultsOf(lost)).toContain('work 1 of other has 0 Art IDs');
});

test('another gallery’s Art ID is found in any report and in any event', async () => {
  for (const log of ['reportLog', 'events'] as const) {
    const mixed = world();
    mixed.tenants[1]!.site[log].push({ registry_id: 'AREG-1' });
    expect(await faultsOf(mixed)).toEqual(['other was told of AREG-1, which belongs to one']);
  }
});

test.each(['key-of-one', 'secret-of-other', 'former'])(
  '%s in a file of the host is found',
  async (secret) => {
    writeFileSync(join(hostDir, 'cell.log'), `before ${secret} after`);
    expect(await faultsOf(world(), ['former'])).toEqual([
      `${join(hostDir, 'cell.log')} has a key or secret in the clear`,
    ]);
  },
);
