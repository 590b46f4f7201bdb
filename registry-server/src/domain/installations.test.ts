// When a handshake is the same site again.
import { expect, it } from 'vitest';
import { ruleTx } from '../../tests/support/rule-tx.ts';
import type { InstallationRecord, NewInstallation } from '../storage/records.ts';
import { connectInstallation } from './installations.ts';

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

async function connect(known: InstallationRecord | undefined) {
  const asked: unknown[] = [];
  const written: unknown[][] = [];
  const tx = ruleTx({
    findInstallationOfSite: async (...identity) => {
      asked.push(...identity);
      return known;
    },
    insertInstallation: async (...args) => void written.push(args),
    updateInstallation: async (...args) => void written.push(args),
  });
  return { ...(await connectInstallation(tx, row)), asked, written };
}

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
  expect(written).toEqual([[known.id, row]]);
});
