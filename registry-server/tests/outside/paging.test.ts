// Readers that page while somebody writes: whatever the order of events, they end up with every work as it is.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Artwork, ArtworkChange } from '@artwork-registry/contract';
import { startTestRegistry } from '../support/test-registry.ts';
import type { Api, TestRegistry } from '../support/test-registry.ts';

const RUNS = process.env.ARTWORK_REGISTRY_LONG === '1' ? 500 : 40;
const SEED = 20_260_303;

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), index: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hide' as const), index: fc.nat(30) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('since' as const), limit: fc.integer({ min: 2, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('changes' as const), limit: fc.integer({ min: 1, max: 5 }) }),
  },
);

let registry: TestRegistry;
let serial = 0;
beforeAll(async () => {
  registry = await startTestRegistry({ rateLimit: 1_000_000 });
});
afterAll(() => registry.close());

it(
  'updated_since misses no committed change and changes tells every removal',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const { api } = await registry.organization(`p${++serial}`);
        let after = await lastSeq(api);
        let mark = '2000-01-01T00:00:00Z';
        const titles = new Map<string, string>();
        const hidden = new Set<string>();
        const bySince = new Map<string, string>();
        const seen = new Set<string>();
        const byChanges = new Map<string, ArtworkChange['op']>();

        const readSince = async (limit: number) => {
          const query = `gallery=p${serial}-gallery&updated_since=${encodeURIComponent(mark)}&limit=${limit}`;
          const rows = (await api('GET', `/artworks?${query}`)).body.data as Artwork[];
          for (const row of rows) {
            const version = `${row.registry_id} ${row.updated_at}`;
            // Only the record at the mark itself comes again.
            expect([version, seen.has(version)]).toEqual([version, row.updated_at === mark]);
            seen.add(version);
            bySince.set(row.registry_id, row.title ?? '');
          }
          const next = rows.at(-1)?.updated_at ?? mark;
          const isMoved = next !== mark;
          mark = next;
          return isMoved;
        };
        const readChanges = async (limit: number) => {
          const { body } = await api('GET', `/changes?after=${after}&limit=${limit}`);
          for (const change of body.data as ArtworkChange[]) byChanges.set(change.registry_id, change.op);
          after = body.next_after;
          return body.has_more as boolean;
        };

        for (const command of steps) {
          const id = [...titles.keys()][('index' in command ? command.index : 0) % Math.max(1, titles.size)];
          if (command.kind === 'publish') {
            for (let count = 0; count < command.count; count += 1) {
              const title = `Page ${serial} ${titles.size}`;
              const { body } = await api('POST', '/artworks', { title, artist_name: 'Paula Reader' });
              titles.set(body.registry_id, title);
            }
          } else if (command.kind === 'since') await readSince(command.limit);
          else if (command.kind === 'changes') await readChanges(command.limit);
          else if (id !== undefined && command.kind === 'hide') {
            await api('PATCH', `/artworks/${id}`, { availability: 'fully_private' });
            hidden.add(id);
          } else if (id !== undefined) {
            const title = `Page ${serial} ${titles.size}, changed ${Math.random()}`;
            await api('PATCH', `/artworks/${id}`, { title, availability: 'on_loan' });
            titles.set(id, title);
            hidden.delete(id);
          }
        }
        while (await readSince(2));
        while (await readChanges(2));

        const visible = [...titles].filter(([id]) => !hidden.has(id));
        for (const [id, title] of visible) expect([id, bySince.get(id)]).toEqual([id, title]);
        const shown = [...byChanges].filter(([, op]) => op === 'upsert').map(([id]) => id);
        expect(shown.sort()).toEqual(visible.map(([id]) => id).sort());
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  RUNS * 3000,
);

async function lastSeq(api: Api): Promise<number> {
  let after = 0;
  for (let more = true; more;) {
    const { body } = await api('GET', `/changes?after=${after}&limit=100`);
    [after, more] = [body.next_after, body.has_more];
  }
  return after;
}
