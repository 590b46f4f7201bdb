// Words of the API description that belong to no single endpoint.
export const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  q: 'Words or beginnings of words in title, artist name and medium; marks and case do not matter.',
  artist: 'Slug, uuid or part of the name of an artist.',
  gallery: 'Slug or uuid of a gallery.',
  museum: 'Slug or uuid of a museum.',
  collection: 'Slug or uuid of the profile that holds the work.',
  medium: 'Part of the medium.',
  year: 'year_created exactly.',
  availability: 'Availability exactly.',
  collect24_id: 'Art ID exactly.',
  installation_id: 'Only works that this installation of yours is responsible for.',
  platform: 'Only works that come from this platform.',
  price_min: 'Lowest public asking price.',
  price_max: 'Highest public asking price.',
  updated_since: 'Works changed at or after this moment, oldest change first.',
  after: 'The `next_after` of the page before; 0 begins with the first change.',
  limit: 'Size of the page.',
  offset: 'Start of the page.',
};

export const TAGS: Readonly<Record<string, string>> = {
  service: 'What this registry is and offers.',
  artworks: 'Reading, publishing and changing artworks.',
  sources: 'Where a record comes from, and its state there.',
  certificates: 'Signed statements that a work is registered.',
  records: 'Artists, galleries and museums.',
  integrations: 'Access, connected systems and batches.',
};
