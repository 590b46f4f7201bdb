// A rename of an artist, and what happens to the works that show the name.
import { describe, expect, it } from 'vitest';
import { artworkRow, ruleTx } from '../../../tests/support/rule-tx.ts';
import type { ArtistName, ArtworkRow, ArtworkWrite } from '../../storage/artwork-facts.ts';
import { beginArtistMerge, endArtistMerge, moveArtworks, renameArtist } from './artist-corrections.ts';

async function rename(name: string, isNameTaken = false) {
  const written: [ArtistName, string][] = [];
  const marked: string[] = [];
  const tx = ruleTx({
    gatherArtistRename: async () => ({ artist: { name: 'Kathe Kolwitz', nameKey: 'former' }, isNameTaken }),
    writeArtistName: async (...args) => void written.push(args),
    markArtistNamed: async (id) => void marked.push(id),
  });
  return { isDone: await renameArtist(tx, 'a', name), written, marked };
}

describe('a rename', () => {
  it('writes the name, and the old one leads here', async () => {
    const { isDone, written, marked } = await rename('Käthe Kollwitz');
    const name = {
      id: 'a',
      name: 'Käthe Kollwitz',
      sortName: 'Kollwitz, Käthe',
      at: expect.any(Number) as number,
    };
    expect([isDone, written]).toEqual([
      true,
      [[{ ...name, nameKey: expect.any(String) as string }, 'former']],
    ]);
    expect(marked).toEqual([]);
  });
  it('to a name that another artist has is a merge, and not done', async () => {
    expect(await rename('Käthe Kollwitz', true)).toEqual({ isDone: false, written: [], marked: [] });
  });
  it('to the name it has is the operator’s word for it', async () => {
    expect(await rename('Kathe Kolwitz', true)).toEqual({ isDone: true, written: [], marked: ['a'] });
  });
});

it('a merge leads the names first, and removes the empty record last', async () => {
  const calls: unknown[] = [];
  const tx = ruleTx({
    leadArtistNames: async (...args) => void calls.push(['lead', ...args]),
    removeMergedArtist: async (...args) => {
      calls.push(['remove', ...args]);
      return false;
    },
  });
  await beginArtistMerge(tx, 'from', 'into');
  expect(await endArtistMerge(tx, 'from', 'into')).toBe(false);
  expect(calls).toEqual([
    ['lead', 'from', 'into'],
    ['remove', 'from', 'into'],
  ]);
});

describe('the works of a corrected artist', () => {
  async function move(rows: Partial<ArtworkRow>[]) {
    const subscribers = { organizationId: 'own', slug: 'own', endpoints: [{ id: 'all', events: ['*'] }] };
    let writes: ArtworkWrite[] = [];
    const tx = ruleTx({
      getArtistName: async () => ({ id: 'b', name: 'Käthe Kollwitz', slug: 'kathe-kollwitz' }),
      listArtworks: async () => rows.map((row) => ({ row: artworkRow(row), sources: [], subscribers })),
      writeArtworks: async (all) => void (writes = all),
    });
    return { count: await moveArtworks(tx, [1, 2], 'a', 'b'), writes };
  }
  const size = { year_created: '1897', height_cm: 1, width_cm: 2 };

  it('show the new name, with a new time, a step in the feed and an event', async () => {
    const { count, writes } = await move([size]);
    expect(count).toBe(1);
    expect(writes).toMatchObject([
      {
        before: artworkRow(size),
        row: { artist_id: 'b', artist_name: 'Käthe Kollwitz', artist_slug: 'kathe-kollwitz' },
        isIndexed: true,
        changes: [{ op: 'upsert' }],
        events: [{ type: 'artwork.updated' }],
      },
    ]);
    const [{ row, events = [] } = {}] = writes;
    expect(JSON.parse(events[0]?.payload ?? '')).toMatchObject({ changed_fields: ['artist'] });
    expect(row?.updated_at).toBeGreaterThan(1);
    expect(row?.fingerprint).toMatch(/\w/);
    expect((await move([{ ...size, title: 'Other' }])).writes[0]?.row.fingerprint).not.toBe(row?.fingerprint);
  });
  it('that nobody sees change in silence', async () => {
    const { count, writes } = await move([{ is_public: 0 }]);
    expect(count).toBe(0);
    expect(writes[0]?.row).toMatchObject({ artist_id: 'b', updated_at: 1 });
    expect(writes[0]).not.toHaveProperty('events');
  });
  it('that a client gave to another artist meanwhile stay there', async () => {
    const { count, writes } = await move([{ artist_id: 'c' }, {}]);
    expect([count, writes.length]).toEqual([1, 1]);
  });
});
