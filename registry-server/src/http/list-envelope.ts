// The list envelope with its four pagination fields.
import type { Artwork, ArtworkList } from '@artwork-registry/contract';

export function listEnvelope(
  page: { total: number; artworks: Artwork[] },
  query: { limit: number; offset: number },
): ArtworkList {
  const { limit, offset } = query;
  return {
    object: 'list',
    data: page.artworks,
    pagination: { total: page.total, limit, offset, has_more: offset + page.artworks.length < page.total },
  };
}
