// Who decides how an artist is called, and who may know that an artist is there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let first: Api;
let second: Api;

beforeAll(async () => {
  registry = await startTestRegistry();
  first = (await registry.organization('first')).api;
  second = (await registry.organization('second')).api;
});
afterAll(() => registry.close());

let serial = 0;
const publish = async (api: Api, artist_name: string, fields: object = {}) =>
  (await api('POST', '/artworks', { title: `Sheet ${++serial}`, artist_name, ...fields })).body;
const HIDDEN = { availability: 'fully_private' };

describe('the name of an artist', () => {
  it('is not what a hidden work called the artist, but what the first public one does', async () => {
    await publish(first, '**Gerbidi RICH** (!!)', HIDDEN);
    registry.clock.ms += 60_000;
    const { data } = await publish(second, 'Gerbidi Rich');
    expect(data.artist.name).toBe('Gerbidi Rich');
    const artist = (await second('GET', `/artists/${data.artist.slug}`)).body.data;
    expect(artist).toMatchObject({ name: 'Gerbidi Rich', sort_name: 'Rich, Gerbidi', artworks_count: 1 });
    // When the hidden work was registered is nobody's business either.
    expect(Date.parse(artist.created_at)).toBe(registry.clock.ms);
    expect((await publish(first, 'GERBIDI RICH')).data.artist.name).toBe('Gerbidi Rich');
  });
  it('is what its own publisher wrote where a hidden work becomes public first', async () => {
    const { registry_id } = await publish(first, 'hanna höch', HIDDEN);
    await publish(second, 'HANNA HÖCH', HIDDEN);
    const shown = await first('PATCH', `/artworks/${registry_id}`, { availability: 'for_sale' });
    expect(shown.body.data.artist.name).toBe('hanna höch');
  });
  it('is not disfigured by marks or repeated signs, in no call', async () => {
    const { registry_id } = await publish(first, 'Gerhard Plain');
    for (const artist_name of [
      '***Gerhard Plain***',
      'Gerhard Plain' + '\u0301\u0302\u0303\u0304',
      'Gerhard Plain...',
    ]) {
      const created = await second('POST', '/artworks', { title: 'x', artist_name });
      const updated = await first('PATCH', `/artworks/${registry_id}`, { artist_name });
      expect([created.status, updated.status]).toEqual([422, 422]);
      expect(created.body.error.issues[0].path).toBe('artist_name');
    }
  });
  it('is put in the natural form by the first public work that has it, for all works and every reader', async () => {
    const inverted = await publish(first, 'Müller, Katrin');
    expect(inverted.data.artist.name).toBe('Müller, Katrin');
    const path = `/artists/${inverted.data.artist.slug}`;
    const { created_at } = (await first('GET', path)).body.data;
    registry.clock.ms += 60_000;
    // A hidden work has no say.
    const hidden = await publish(second, 'Katrin Müller', HIDDEN);
    expect((await first('GET', path)).body.data.name).toBe('Müller, Katrin');
    const feed = async (after: number) => (await first('GET', `/changes?after=${after}&limit=100`)).body;
    const { next_after } = await feed(0);
    await second('PATCH', `/artworks/${hidden.registry_id}`, { availability: 'for_sale' });
    expect((await first('GET', path)).body.data).toMatchObject({
      name: 'Katrin Müller',
      sort_name: 'Müller, Katrin',
      created_at,
    });
    const { data } = (await first('GET', `/artworks/${inverted.registry_id}`)).body;
    expect(data.artist.name).toBe('Katrin Müller');
    expect(data.updated_at > inverted.data.updated_at).toBe(true);
    const steps = (await feed(next_after)).data as { registry_id: string; op: string }[];
    expect(steps.map(({ op, registry_id }) => `${op} ${registry_id}`).sort()).toEqual(
      [`upsert ${inverted.registry_id}`, `upsert ${hidden.registry_id}`].sort(),
    );
    // And it stays, whatever others write.
    expect((await publish(first, 'Müller, Katrin')).data.artist.name).toBe('Katrin Müller');
  });
  it('is put in the natural form by a new work, too', async () => {
    const { registry_id } = await publish(first, 'Beispiel, Anna');
    expect((await publish(second, 'Anna Beispiel')).data.artist.name).toBe('Anna Beispiel');
    expect((await first('GET', `/artworks/${registry_id}`)).body.data.artist.name).toBe('Anna Beispiel');
  });
  it('stays as the operator corrected it', async () => {
    await publish(first, 'Otto Wronger', HIDDEN);
    await registry.storage.renameArtist('otto-wronger', 'Otto Right');
    expect((await publish(second, 'Otto Wronger')).data.artist.name).toBe('Otto Right');
  });
});

describe('an artist whom only hidden works name', () => {
  it('is not there: the same answers as for one never named', async () => {
    const { registry_id } = await publish(first, 'Secret Person', HIDDEN);
    for (const path of ['', '/artworks', '/artworks?limit=1']) {
      const never = await second('GET', `/artists/nobody-at-all${path}`);
      const hidden = await second('GET', `/artists/secret-person${path}`);
      expect([hidden.status, hidden.body]).toEqual([404, never.body]);
    }
    // Nor does its slug take the place of a partial match.
    await publish(second, 'Very Secret Person');
    expect((await second('GET', '/artworks?artist=secret-person')).body.pagination.total).toBe(1);
    await first('PATCH', `/artworks/${registry_id}`, { availability: 'not_for_sale' });
    expect((await second('GET', '/artists/secret-person')).status).toBe(200);
    await registry.storage.withdrawArtwork(registry_id);
    expect((await second('GET', '/artists/secret-person')).status).toBe(404);
  });
});
