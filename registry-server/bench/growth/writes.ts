// What galleries and their shops write, and what comes of it.
import { workOf } from '../dataset.ts';
import { BATCH } from '../rows/sync.ts';
import { ownWork } from './operation.ts';
import type { Context, Operation } from './operation.ts';

/** Beyond all that was filled in. */
let newest = 60_000_000;
const artwork = () => {
  const { artistName: artist_name, fields } = workOf((newest += 1));
  return { ...fields, artist_name, external_id: `growth-${newest}` };
};
const batch = (perItem: () => object) => Array.from({ length: BATCH }, perItem);
/** Each call adds fifty works, which at a thousand works is a part of the size. */
const FEW = 10;

export const WRITES: readonly Operation[] = [
  {
    name: 'match (dry run of a publish)',
    ask: () => ({ method: 'POST', path: '/api/v1/artworks/match', body: artwork() }),
  },
  {
    name: 'match by external id of a known work',
    ask: ({ world }, serial) => ({
      method: 'POST',
      path: '/api/v1/artworks/match',
      body: {
        ...artwork(),
        external_id: `p${100_001 + ((serial * 7919) % world.works)}`,
        integration: { installation_id: world.installationId },
      },
    }),
  },
  {
    name: 'create',
    ask: () => ({ method: 'POST', path: '/api/v1/artworks', body: artwork() }),
    mostCalls: 50,
  },
  {
    name: 'update',
    ask: (context, serial) => ({
      method: 'PATCH',
      path: `/api/v1/artworks/${ownWork(context, serial)}`,
      body: { title: `Changed ${(newest += 1)}` },
    }),
  },
  {
    name: 'hide and show',
    ask: (context, serial) => ({
      method: 'PATCH',
      path: `/api/v1/artworks/${ownWork(context, Math.floor(serial / 2))}`,
      body: { availability: serial % 2 === 0 ? 'fully_private' : 'for_sale' },
    }),
  },
  {
    name: 'certificate',
    ask: (context, serial) => ({
      method: 'POST',
      path: `/api/v1/artworks/${ownWork(context, serial)}/certificates`,
      body: {},
    }),
  },
  {
    name: 'publish until its delivery arrives',
    ask: ({ watched }) => ({
      method: 'POST',
      path: '/api/v1/artworks',
      body: artwork(),
      headers: { authorization: `Bearer ${watched.apiKey}` },
    }),
    until: arrives,
    mostCalls: 50,
  },
  {
    name: 'batch of 50 updates',
    ask: (context, serial) => ({
      method: 'POST',
      path: '/api/v1/integrations/updates',
      body: {
        installation_id: context.world.installationId,
        items: Array.from({ length: BATCH }, (_, index) => ({
          registry_id: ownWork(context, (serial * BATCH + index) % Math.floor(context.world.works / 20)),
          idempotency_key: `growth-${(newest += 1)}`,
          changes: { title: `Changed ${newest}` },
        })),
      },
    }),
    mostCalls: FEW,
  },
  {
    name: 'sync of 50 new works',
    ask: ({ world }) => ({
      method: 'POST',
      path: '/api/v1/integrations/sync',
      body: {
        installation_id: world.installationId,
        items: batch(() => ({ artwork: artwork(), idempotency_key: `growth-${newest}` })),
      },
    }),
    mostCalls: FEW,
  },
];

/** Until so many deliveries have come as calls were made. */
async function arrives({ watched }: Context, serial: number): Promise<void> {
  while ((await watched.receivers.tally()).quick <= serial)
    await new Promise((resolve) => setTimeout(resolve, 1));
}
