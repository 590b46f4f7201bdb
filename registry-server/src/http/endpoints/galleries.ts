// GET /galleries/{id} and /galleries/{id}/artworks.
import { gallery } from '../openapi/samples.ts';
import { recordEndpoints } from './record-endpoints.ts';

export const galleries = recordEndpoints({
  noun: 'gallery',
  plural: 'galleries',
  schema: 'GalleryResponse',
  missing: 'gallery_not_found',
  sample: gallery,
  find: (storage, id) => storage.findInstitution('gallery', id),
  filterOf: ({ id }) => ({ profileId: id }),
});
