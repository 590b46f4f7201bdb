// Which changes of a profile are told to mirrors and receivers.
import { describe, expect, it } from 'vitest';
import { ruleTx } from '../../../tests/support/rule-tx.ts';
import type { NewChange, NewEvent } from '../../storage/artwork-facts.ts';
import type { ProfileChanges, ProfileRecord } from '../../storage/records.ts';
import { isWriteTarget, updateProfile } from './profiles.ts';

const profile: ProfileRecord = {
  id: 'p',
  organizationId: 'own',
  type: 'gallery',
  slug: 'own-gallery',
  name: 'Own',
  city: 'Berlin',
  country: 'Germany',
  showCountry: false,
  website: null,
  inDumps: true,
};
const subscribers = { organizationId: 'own', slug: 'own', endpoints: [{ id: 'all', events: ['*'] }] };

async function change(changes: ProfileChanges, before = profile) {
  let written: { profile: ProfileRecord; changes: NewChange[]; events: NewEvent[] } | undefined;
  const tx = ruleTx({
    findProfileWithSubscribers: async () => ({ profile: before, subscribers }),
    writeProfile: async (after, _at, steps, events) =>
      void (written = { profile: after, changes: steps, events }),
  });
  const after = await updateProfile(tx, 'own-gallery', changes);
  const [event] = written?.events ?? [];
  const payload = event && (JSON.parse(event.payload) as { type: string; changed_fields: string[] });
  return { after, written, payload };
}

describe('a profile', () => {
  it.each<[string, ProfileChanges, ProfileRecord?]>([
    ['name', { name: 'New' }],
    ['city', { city: null }],
    ['website', { website: 'https://gallery.example' }],
    ['country', { showCountry: true }],
    ['country', { country: 'France' }, { ...profile, showCountry: true }],
  ])('whose %s changes is told to everybody', async (field, changes, before) => {
    const { after, written, payload } = await change(changes, before);
    expect(payload).toMatchObject({
      type: 'gallery.updated',
      changed_fields: [field],
      resource: { type: 'gallery', id: 'p', registry_id: null },
    });
    expect(written).toMatchObject({ profile: after, changes: [{ op: 'profile' }] });
    expect(after).toMatchObject(changes);
  });
  it('whose hidden country changes is stored and told to nobody', async () => {
    const { after, written, payload } = await change({ country: 'France' });
    expect(after).toEqual({ ...profile, country: 'France' });
    expect([written?.profile, written?.changes, payload]).toEqual([after, [], undefined]);
  });
  it('is told in the feed with the country only where it shows it', async () => {
    const step = async (changes: ProfileChanges) => (await change(changes)).written?.changes[0];
    expect(await step({ name: 'New' })).toMatchObject({
      op: 'profile',
      profile: {
        id: 'p',
        type: 'gallery',
        slug: 'own-gallery',
        former_slug: null,
        name: 'New',
        country: null,
      },
    });
    expect(await step({ showCountry: true })).toMatchObject({
      profile: { country: 'Germany', city: 'Berlin' },
    });
  });
  it('that is not there changes nothing', async () => {
    const tx = ruleTx({ findProfileWithSubscribers: async () => undefined });
    expect(await updateProfile(tx, 'nobody', { name: 'x' })).toBeUndefined();
  });
  it('of a museum is not for clients to write', () => {
    const types = ['gallery', 'collection', 'museum'] as const;
    expect(types.map((type) => isWriteTarget({ type }))).toEqual([true, true, false]);
  });
});
