// In which order the sources of a work are told, and of which works.
import { expect, it } from 'vitest';
import { artworkRow, ruleTx, sourceRow } from '../../../tests/support/rule-tx.ts';
import type { SourceRow } from '../../storage/artwork-facts.ts';
import { listPublicSources } from './public-sources.ts';

const subscribers = { organizationId: 'own', slug: '', endpoints: [] };
const source = (installation_id: string, status: SourceRow['status']) =>
  sourceRow({ installation_id, status });

function listOf(sources: SourceRow[], is_public = 1) {
  const artwork = { row: artworkRow({ is_public }), sources, subscribers };
  return listPublicSources(ruleTx({ findArtwork: async () => artwork }), 'AREG-100001');
}

it('active ones come first, each kind by age', async () => {
  const sources = [
    source('a', 'removed'),
    source('b', 'active'),
    source('c', 'unpublished'),
    source('d', 'active'),
  ];
  const listed = await listOf(sources);
  expect(listed?.map(({ installation_id }) => installation_id)).toEqual(['b', 'd', 'a', 'c']);
});

it('nothing is told of a work that is hidden or unknown', async () => {
  expect(await listOf([source('a', 'active')], 0)).toBeUndefined();
  expect(await listPublicSources(ruleTx({ findArtwork: async () => undefined }), 'AREG-1')).toBeUndefined();
});
