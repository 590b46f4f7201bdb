// GET /museums/{id} and /museums/{id}/artworks.
import { museum } from '../openapi/samples.ts';
import { recordEndpoints } from './record-endpoints.ts';

export const museums = recordEndpoints({
  noun: 'museum',
  plural: 'museums',
  schema: 'MuseumResponse',
  missing: 'museum_not_found',
  sample: museum,
  find: (storage, id) => storage.findInstitution('museum', id),
  filterOf: ({ id }) => ({ profileId: id }),
});
