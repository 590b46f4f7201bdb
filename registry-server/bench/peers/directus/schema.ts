// The collections of the works and artists in Directus as a careful engineer makes them, and an integration's user with a policy of its own.

export type Call = (method: 'POST' | 'PATCH', path: string, body: object) => Promise<{ id: string }>;

/** What a read or a write sends to name its user. */
export const TOKEN = 'bench-token';

const KEY = {
  field: 'id',
  type: 'integer',
  meta: { hidden: true },
  schema: { is_primary_key: true, has_auto_increment: true },
};
const text = (field: string, most: number, meta = {}, schema = {}) => ({
  field,
  type: 'string',
  meta,
  schema: { max_length: most, ...schema },
});
const number = (field: string) => ({ field, type: 'float', meta: {}, schema: {} });
const time = (field: string, special: string[], schema = {}) => ({
  field,
  type: 'timestamp',
  meta: { special },
  schema,
});
/** Its search would look into every text; ours looks into titles, artists and mediums. */
const unsearched = { searchable: false };

const ARTISTS = {
  collection: 'artists',
  schema: {},
  meta: {},
  fields: [KEY, text('name', 200), text('slug', 255, {}, { is_unique: true })],
};
const ARTWORKS = {
  collection: 'artworks',
  schema: {},
  // Its record of who changed what, as it comes; ours writes a feed.
  meta: { accountability: 'all' },
  fields: [
    KEY,
    text('title', 500),
    { field: 'artist', type: 'integer', meta: {}, schema: {} },
    text('artist_name', 200),
    text('year_created', 50, unsearched),
    text('medium', 500),
    ...['height_cm', 'width_cm', 'depth_cm', 'price_amount'].map(number),
    text('availability', 30, unsearched),
    text('price_currency', 3, unsearched),
    text('cover_image_url', 2000, unsearched),
    text('external_id', 200, unsearched, { is_unique: true }),
    text('source_url', 2000, unsearched),
    text('inventory_ref', 200, unsearched),
    time('created_at', ['date-created']),
    time('updated_at', ['date-created', 'date-updated'], { is_indexed: true }),
  ],
};

export async function makeSchema(call: Call): Promise<void> {
  await call('POST', '/collections', ARTISTS);
  await call('POST', '/collections', ARTWORKS);
  await call('POST', '/relations', {
    collection: 'artworks',
    field: 'artist',
    related_collection: 'artists',
    schema: { on_delete: 'SET NULL' },
  });
  const policy = await call('POST', '/policies', { name: 'bench', app_access: false, admin_access: false });
  for (const collection of ['artworks', 'artists'])
    for (const action of ['read', 'create', 'update'])
      await call('POST', '/permissions', {
        policy: policy.id,
        collection,
        action,
        fields: ['*'],
        permissions: {},
        validation: {},
      });
  const role = await call('POST', '/roles', { name: 'bench' });
  await call('POST', '/access', { role: role.id, policy: policy.id });
  const user = { email: 'bench@example.com', role: role.id, token: TOKEN, status: 'active' };
  await call('POST', '/users', user);
}
