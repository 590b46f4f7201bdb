import { expect, test } from 'vitest';
import { worksOfAnother } from './other-organization.ts';
import { NoAnswer, type RawRegistryAnswer } from './registry-client.ts';

const REGISTRY = 'https://registry.example/api/v1';
const listOf = (total: number) => ({ object: 'list', data: [], pagination: { total } });

function worksWhere(answer: Partial<RawRegistryAnswer>): Promise<number> {
  const facts = { registryUrl: REGISTRY, organization: 'ours', installationId: 'i' };
  return worksOfAnother({
    journal: { meta: { find: () => facts }, works: { countCatalogue: () => 3 } } as never,
    siteId: 's',
    registryUrl: REGISTRY,
    organization: 'theirs',
    client: { send: async () => ({ status: 200, headers: {}, body: null, ...answer }) },
  });
}

test('works that the key of another name cannot see are those of another organisation', async () => {
  expect(await worksWhere({ body: listOf(0) })).toBe(3);
  expect(await worksWhere({ body: listOf(3) })).toBe(0);
});

test('a key that may not read says nothing about its organisation', async () => {
  expect(await worksWhere({ status: 403, body: { error: { code: 'missing_scope', message: 'No.' } } })).toBe(
    0,
  );
});

test.each([
  ['a rate limit', { status: 429 }],
  ['an outage', { status: 503 }],
  ['a proxy', { status: 404 }],
  ['a list that was cut off', { status: 200, body: null }],
])('%s answers nothing', async (_, answer) => {
  await expect(worksWhere(answer)).rejects.toThrow(NoAnswer);
});
