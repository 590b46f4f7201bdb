// When a handshake is the same site again.
import { expect, it } from 'vitest';
import { ruleTx } from '../../../tests/support/rule-tx.ts';
import type { InstallationRecord, NewInstallation } from '../../storage/records.ts';
import { connectInstallation, moveInstallation } from './installations.ts';

const row: NewInstallation = {
  organizationId: 'own',
  platform: 'wix',
  platformLabel: null,
  platformKey: 'wix',
  siteUrl: 'https://shop.example',
  siteKey: 'shop.example',
  siteName: 'Shop',
  clientVersion: '1',
};

async function connect(known: InstallationRecord | undefined, isShown = true) {
  const asked: unknown[] = [];
  const written: unknown[][] = [];
  const tx = ruleTx({
    isOrganizationActive: async () => true,
    findInstallationOfSite: async (...identity) => {
      asked.push(...identity);
      return known;
    },
    isSiteShown: async () => isShown,
    insertInstallation: async (...args) => void written.push(args),
    updateInstallation: async (...args) => void written.push(args),
  });
  return { ...(await connectInstallation(tx, row)), asked, written };
}

const STEP = {
  op: 'installation',
  installation: { id: expect.any(String), site_url: 'https://shop.example' },
  updatedAt: expect.any(Number),
};

it('a new site gets an id and the time of its first handshake', async () => {
  const { installation, created, asked, written } = await connect(undefined);
  expect(asked).toEqual(['own', 'wix', 'shop.example']);
  expect(created).toBe(true);
  expect(installation).toEqual({
    id: expect.stringMatching(/^ins_[0-9a-f]{24}$/),
    organizationId: 'own',
    platform: 'wix',
    platformLabel: null,
    platformKey: 'wix',
    siteUrl: 'https://shop.example',
    connectedAt: expect.any(Number),
    lastSyncedAt: null,
  });
  expect(written).toEqual([[installation, row]]);
});

it('a known site keeps its id and history, and shows its present address', async () => {
  const { installation: first } = await connect(undefined);
  const known = { ...first, siteUrl: 'http://shop.example/', lastSyncedAt: 5 };
  const { installation, created, written } = await connect(known);
  expect([created, installation]).toEqual([false, { ...known, siteUrl: 'https://shop.example' }]);
  expect(written).toEqual([[known.id, row, [STEP]]]);
  // At the address that everybody knows, there is nothing to tell.
  expect((await connect({ ...known, siteUrl: row.siteUrl })).written).toEqual([[known.id, row, []]]);
  // Nor is there of a site that no public work shows: the feed is public.
  expect((await connect(known, false)).written).toEqual([[known.id, row, []]]);
});

it('a site moves under its identity, to where no other one of its organisation lives', async () => {
  const { installation: known } = await connect(undefined);
  const written: unknown[][] = [];
  const asked: unknown[][] = [];
  const move = (there: InstallationRecord | undefined, found: InstallationRecord | undefined = known) =>
    moveInstallation(
      ruleTx({
        isOrganizationActive: async () => true,
        findInstallation: async () => found,
        findInstallationOfSite: async (...identity) => (asked.push(identity), there),
        isSiteShown: async () => true,
        updateInstallation: async (...args) => void written.push(args),
      }),
      'own',
      known.id,
      { siteUrl: 'https://new.example', siteKey: 'new.example' },
      'gallery',
    );
  const moved = { ...known, siteUrl: 'https://new.example' };
  expect(await move(undefined)).toEqual({ ok: true, installation: moved });
  // To itself: only the spelling of the address is another one.
  expect(await move(known)).toEqual({ ok: true, installation: moved });
  expect(asked).toEqual([
    ['own', 'wix', 'new.example'],
    ['own', 'wix', 'new.example'],
  ]);
  const site = {
    siteUrl: 'https://new.example',
    siteKey: 'new.example',
    siteName: null,
    clientVersion: null,
  };
  const step = { ...STEP, installation: { id: known.id, site_url: 'https://new.example' } };
  expect(written).toEqual([
    [known.id, site, [step]],
    [known.id, site, [step]],
  ]);
  await expect(move({ ...known, id: 'another' })).rejects.toMatchObject({
    refusal: { code: 'source_conflict' },
  });
  expect(written).toHaveLength(2);
});
