// The list of what operators did, which every storage must find by a text in the same way.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';

export function actionConformance(name: string, factory: StorageFactory): void {
  describe(`the list of actions on ${name}`, () => {
    let { storage, close } = NOTHING;
    beforeEach(async () => {
      ({ storage, close } = await makeFixture(factory));
    });
    afterEach(() => close());

    it('finds actions by a text without regard to case and diacritics, newest first and page by page', async () => {
      const act = (action: string, details: object) =>
        storage.beginAction({
          operator: 'anna',
          via: 'console',
          action,
          details: JSON.stringify(details),
          organizationId: null,
          requestId: null,
        });
      const renamed = await act('profile update', { name: 'Galerie MÜLLER', city: '100 %' });
      const merged = await act('artist merge', { from: 'ÉMILE GALLÉ', into: 'emile-galle' });
      const last = await act('profile update', { name: 'müller & söhne' });
      const find = async (text: string, filter: { beforeSeq?: number; limit?: number } = {}) =>
        (await storage.listActions({ text, limit: 10, ...filter })).map(({ seq }) => seq);
      for (const text of ['Müller', 'MÜLLER', 'muller']) expect(await find(text)).toEqual([last, renamed]);
      expect(await find('müller', { limit: 1 })).toEqual([last]);
      expect(await find('müller', { beforeSeq: last })).toEqual([renamed]);
      expect(await find('gallé')).toEqual([merged]);
      expect(await find('Profile Update')).toEqual([last, renamed]);
      expect(await find('0 % l')).toEqual([]);
    });
  });
}
