// Any sequence of publications, updates and reads answers as the model does: identity, idempotency, projection.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../support/test-registry.ts';
import type { Api, TestRegistry } from '../support/test-registry.ts';
import { ARTISTS, HEIGHTS, isPublic, RegistryModel, shownOf, TITLES, YEARS } from './model/registry-model.ts';
import type { Fields, Org } from './model/registry-model.ts';

const RUNS = process.env.ARTWORK_REGISTRY_LONG === '1' ? 2000 : 80;
const SEED = 20_260_302;

const some = <T>(values: Iterable<T>) => fc.constantFrom(...values);
const maybe = <T>(values: Iterable<T>) => fc.option(some(values), { nil: undefined, freq: 2 });
const org = some<Org>(['own', 'own', 'other']);
const loose = {
  year_created: maybe(YEARS.keys()),
  height_cm: maybe(HEIGHTS.keys()),
  width_cm: maybe([20]),
  availability: maybe(['for_sale', 'open_to_offers', 'sold', 'on_loan', 'fully_private']),
  price: maybe([
    { amount: 1200, currency: 'EUR' },
    { amount: 0, currency: 'CHF' },
  ]),
  external_id: maybe(['e1', 'e2']),
  inventory_ref: maybe(['i1', 'i2']),
  source_url: maybe(['https://x.example/1', 'https://x.example/1?a=b']),
  cover_image_url: maybe(['https://x.example/1.jpg', 'https://x.example/2.jpg']),
};
const fields: fc.Arbitrary<Fields> = fc.record({
  title: some(TITLES.keys()),
  artist_name: some(ARTISTS.keys()),
  ...loose,
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), org, fields, key: maybe(['k1', 'k2', 'k3']) }),
  fc.record({
    kind: fc.constant('update' as const),
    org,
    index: fc.nat(20),
    changes: fc.record({ title: maybe(TITLES.keys()), ...loose }),
  }),
  fc.record({ kind: fc.constant('repeat' as const), index: fc.nat(20) }),
  fc.record({ kind: fc.constant('read' as const), org, index: fc.nat(20) }),
);

let registry: TestRegistry;
let serial = 0;
beforeAll(async () => {
  registry = await startTestRegistry({ rateLimit: 1_000_000 });
});
afterAll(() => registry.close());

it(
  `${RUNS} random histories are answered as the model answers them`,
  async () => {
    const seen = { created: 0, duplicates: 0, replayed: 0, reused: 0, hidden: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const run = `r${++serial}`;
        const apis: Record<Org, Api> = {
          own: (await registry.organization(`${run}-own`)).api,
          other: (await registry.organization(`${run}-other`)).api,
        };
        const model = new RegistryModel();
        const sent: [Org, Fields, string | undefined][] = [];
        // Works of other runs must not be found: every artist's name carries the run's mark.
        const marked = (given: Fields) => ({ ...given, artist_name: given.artist_name.replace('*', run) });

        for (const command of steps) {
          if (command.kind === 'publish') await publish(command.org, command.fields, command.key);
          const earlier =
            command.kind === 'repeat' ? sent[command.index % Math.max(1, sent.length)] : undefined;
          if (earlier !== undefined) await publish(...earlier);
          if (command.kind === 'update') await update(command.org, command.index, command.changes);
          if (command.kind === 'read') await read(command.org, command.index);
        }
        for (const name of ['own', 'other'] as const) await list(name);

        async function publish(by: Org, given: Fields, key: string | undefined) {
          const body = JSON.stringify(marked(given));
          sent.push([by, given, key]);
          const answer = await apis[by](
            'POST',
            '/artworks',
            body,
            key === undefined ? {} : { 'idempotency-key': key },
          );
          const stored = key === undefined ? undefined : model.answers.get(`${by} ${key}`);
          if (stored !== undefined) {
            if (stored.body !== body) {
              seen.reused += 1;
              return expect(answer.body.error.code).toBe('idempotency_key_reused');
            }
            seen.replayed += 1;
            expect(answer.headers['idempotent-replay']).toBe('true');
            return expect(answer.body.registry_id).toBe(stored.registryId);
          }
          const found = model.find(by, given);
          expect(answer.headers['idempotent-replay']).toBeUndefined();
          if (found === undefined) {
            seen.created += 1;
            expect([answer.status, answer.body.duplicate, answer.body.matched_on]).toEqual([
              201,
              false,
              null,
            ]);
            model.works.push({ ...given, registryId: answer.body.registry_id, org: by });
          } else {
            seen.duplicates += 1;
            expect([
              answer.status,
              answer.body.duplicate,
              answer.body.matched_on,
              answer.body.registry_id,
            ]).toEqual([200, true, found.matchedOn, found.work.registryId]);
          }
          const shown = found?.work ?? model.works.at(-1);
          if (shown !== undefined && isPublic(shown)) expect(answer.body.data).toMatchObject(shownOf(shown));
          else expect(answer.body.data).toBeNull();
          if (key !== undefined)
            model.answers.set(`${by} ${key}`, { body, registryId: answer.body.registry_id });
        }

        async function update(
          by: Org,
          index: number,
          changes: { [Name in keyof Fields]?: Fields[Name] | undefined },
        ) {
          const work = model.works[index % Math.max(1, model.works.length)];
          const patch = Object.fromEntries(
            Object.entries(changes).filter(([, value]) => value !== undefined),
          );
          if (work === undefined) return;
          const { status, body } = await apis[by]('PATCH', `/artworks/${work.registryId}`, patch);
          if (Object.keys(patch).length === 0) return expect(status).toBe(422);
          if (work.org !== by) return expect(status).toBe(isPublic(work) ? 403 : 404);
          const before = { ...work };
          Object.assign(work, patch);
          expect([status, body.public, body.registry_id]).toEqual([200, isPublic(work), work.registryId]);
          if (!isPublic(work)) {
            seen.hidden += 1;
            return expect(body.data).toBeNull();
          }
          expect(body.data).toMatchObject(shownOf(work));
          if (isPublic(before)) {
            const isSame = JSON.stringify(shownOf(before)) === JSON.stringify(shownOf(work));
            const isSamePicture = before.cover_image_url === work.cover_image_url;
            expect(body.changed_fields.length === 0).toBe(isSame && isSamePicture);
          }
        }

        async function read(by: Org, index: number) {
          const work = model.works[index % Math.max(1, model.works.length)];
          if (work === undefined) return;
          const { status, body } = await apis[by]('GET', `/artworks/${work.registryId}`);
          expect(status).toBe(isPublic(work) ? 200 : 404);
          if (isPublic(work)) expect(body.data).toMatchObject(shownOf(work));
        }

        async function list(by: Org) {
          const { body } = await apis[by]('GET', `/artworks?gallery=${run}-${by}-gallery&limit=100`);
          const expected = model.publicWorks(by).map(shownOf).reverse();
          expect(body.data).toMatchObject(expected);
          expect(body.pagination.total).toBe(expected.length);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    console.log(`model, seed ${SEED}: ${JSON.stringify(seen)}`);
    for (const [what, count] of Object.entries(seen)) expect([what, count > 0]).toEqual([what, true]);
  },
  RUNS * 2000,
);
