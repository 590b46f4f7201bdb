// A work as Linked Art against the JSON Schema of linked.art.
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../../support/test-registry.ts';
import type { TestRegistry } from '../../support/test-registry.ts';
import { readSchemas, whyAbsent } from './published-schemas.ts';

let registry: TestRegistry;
const works: Record<string, unknown>[] = [];
beforeAll(async () => {
  registry = await startTestRegistry();
  const { api } = await registry.organization('galerie-linked');
  const full = {
    title: 'Iris',
    artist_name: 'Ana Kovač',
    year_created: '1999',
    medium: 'Oil on canvas',
    height_cm: 30,
    width_cm: 40.5,
    depth_cm: 2,
    cover_image_url: 'https://images.example/iris.jpg',
  };
  const given = [
    full,
    { ...full, title: 'About', year_created: 'c. 1950' },
    { title: 'Bare', artist_name: 'X' },
  ];
  for (const fields of given) {
    const { registry_id: id } = (await api('POST', '/artworks', fields)).body;
    const url = `/artworks/${id}.jsonld?profile=linked-art`;
    works.push((await registry.app.inject({ method: 'GET', url })).json());
  }
});
afterAll(() => registry.close());

function makeCheck(): (work: unknown) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  // The plugin's types are of the other build of the same class.
  addFormats.default(ajv as never);
  for (const text of readSchemas('linked-art')) {
    // They name draft 2020-12 and are written in draft 7, by which the validator of linked.art reads them. One reference lacks its #.
    const { $schema: _draft, ...schema } = JSON.parse(text.replaceAll('"/definitions/', '"#/definitions/'));
    ajv.addSchema(schema);
  }
  const validate = ajv.getSchema('https://linked.art/api/1.0/schema/object.json');
  if (!validate) throw new Error('there is no schema of an object');
  return (work) =>
    validate(work) ? [] : (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`);
}

it('has no fault by the schema, with all facts and with few, and a wrong one is found', ({ skip }) => {
  const reason = whyAbsent('linked-art/object.json', 'linked-art/core.json');
  if (reason !== undefined) return skip(reason);
  const faultsOf = makeCheck();
  expect(works.map(faultsOf)).toEqual([[], [], []]);
  const [work] = works;
  expect(work).toHaveProperty('produced_by.timespan.begin_of_the_begin');
  for (const spoilt of [
    { ...work, type: 'Painting' },
    { ...work, identified_by: 'Iris' },
    {
      ...work,
      produced_by: { type: 'Production', timespan: { type: 'TimeSpan', begin_of_the_begin: '1999' } },
    },
    { ...work, price: 3 },
  ])
    expect(faultsOf(spoilt)).not.toEqual([]);
});
