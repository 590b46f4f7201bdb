// What somebody writes who has read the API description and nothing else: types made by openapi-typescript, calls by
// openapi-fetch. Imports nothing of this project.
import createClient from 'openapi-fetch';
import type { components, paths } from '../../../../packages/client/src/api.generated.ts';

export type Story = {
  service: components['schemas']['ServiceDescriptor'];
  artId: string;
  isDuplicate: boolean;
  changedFields: string[];
  availability: string | undefined;
  sourceStatus: string | undefined;
  found: number;
  refusal: components['schemas']['ErrorBody'];
};

/** Connect, publish, publish again, read, update, report the source, search, make a mistake. */
export async function publishReadUpdateSource(baseUrl: string, apiKey: string): Promise<Story> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
  const service = must(await client.GET('/'));
  const shop = must(
    await client.POST('/integrations/connect', {
      body: { platform: 'woocommerce', site_url: 'https://shop.example' },
    }),
  );
  const body: components['schemas']['ArtworkCreate'] = {
    title: 'A Story of Its Own',
    artist_name: 'Iris Quill',
    year_created: '2024',
    height_cm: 40,
    width_cm: 30,
    availability: 'for_sale',
    price: { amount: 900, currency: 'EUR' },
    integration: { installation_id: shop.installation_id, external_id: '77' },
  };
  const published = must(
    await client.POST('/artworks', { params: { header: { 'Idempotency-Key': 'story-1' } }, body }),
  );
  const again = must(await client.POST('/artworks', { body }));
  const path = { id: published.registry_id };
  const read = must(await client.GET('/artworks/{id}', { params: { path } }));
  const updated = must(
    await client.PATCH('/artworks/{id}', { params: { path }, body: { availability: 'sold' } }),
  );
  await client.PATCH('/artworks/{id}/source', { params: { path }, body: { status: 'unpublished' } });
  const { source } = must(await client.GET('/artworks/{id}/source', { params: { path } }));
  const list = must(
    await client.GET('/artworks', { params: { query: { q: read.data.title ?? '', availability: 'sold' } } }),
  );
  const refused = await client.POST('/artworks', { body: { ...body, title: '' } });
  if (refused.error === undefined) throw new Error('an empty title was accepted');
  return {
    service,
    artId: published.registry_id,
    isDuplicate: again.duplicate,
    changedFields: updated.changed_fields,
    availability: updated.data?.availability,
    sourceStatus: source?.status,
    found: list.pagination.total,
    refusal: refused.error.error,
  };
}

function must<Data>(answer: { data?: Data; error?: unknown }): Data {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}
