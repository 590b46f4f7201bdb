// GET /artists/{id} and /artists/{id}/artworks.
import { artist } from '../openapi/samples.ts';
import { recordEndpoints } from './record-endpoints.ts';

export const artists = recordEndpoints({
  noun: 'artist',
  plural: 'artists',
  schema: 'ArtistResponse',
  missing: 'artist_not_found',
  sample: artist,
  find: (storage, id) => storage.findArtist(id),
  filterOf: ({ id }) => ({ artistId: id }),
});
