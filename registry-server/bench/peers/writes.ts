// The writes that ours and Directus are asked for: the same new works, batches and updates in the words of either.
import { AVAILABILITIES, seededRandom } from '../dataset.ts';
import type { Load } from '../load.ts';
import { BATCH } from '../rows/sync.ts';
import type { Facts } from './facts.ts';
import type { ApiRowName } from './options.ts';

export type WriteName = Extract<ApiRowName, 'create' | 'batch_50' | 'update'>;
type Writes = Record<WriteName, Load>;

const MEDIUMS = ['Oil on canvas', 'Graphite on paper', 'Etching on paper', 'Watercolour on paper'];
/** Its answers are long; more clients would only wait for each other. */
const BATCH_CLIENTS = 8;

/** Every side has numbers of its own, which go up from one run to the next: no work of it comes twice. */
const serials = () => {
  let next = Date.now() * 1000;
  return () => (next += 1);
};

export function writesToOurs(facts: Facts, installationId: string): Writes {
  const serial = serials();
  const body = () => {
    const { artist, price, ...work } = newWork(facts, serial());
    return { ...work, artist_name: artist.name, price: { amount: price, currency: 'EUR' } };
  };
  const items = () =>
    Array.from({ length: BATCH }, body).map((artwork) => ({
      idempotency_key: artwork.external_id,
      artwork,
    }));
  return {
    create: { method: 'POST', paths: ['/api/v1/artworks'], bodyOf: () => JSON.stringify(body()) },
    batch_50: {
      method: 'POST',
      connections: BATCH_CLIENTS,
      paths: ['/api/v1/integrations/sync'],
      bodyOf: () => JSON.stringify({ installation_id: installationId, items: items() }),
    },
    update: {
      method: 'PATCH',
      paths: drawn(facts).map((index) => `/api/v1/artworks/AREG-${facts.first + index}`),
      bodyOf: () => {
        const { availability, price } = change(serial());
        return JSON.stringify({ availability, price: { amount: price, currency: 'EUR' } });
      },
    },
  };
}

export function writesToDirectus(facts: Facts): Writes {
  const serial = serials();
  const body = () => {
    const { artist, price, ...work } = newWork(facts, serial());
    // Its search does not look into the artists: the name is in the work, too.
    const names = { artist: artist.serial, artist_name: artist.name };
    return { ...work, ...names, price_amount: price, price_currency: 'EUR' };
  };
  return {
    create: {
      method: 'POST',
      paths: ['/items/artworks?fields=*,artist.*'],
      bodyOf: () => JSON.stringify(body()),
    },
    batch_50: {
      method: 'POST',
      connections: BATCH_CLIENTS,
      paths: ['/items/artworks?fields=id'],
      bodyOf: () => JSON.stringify(Array.from({ length: BATCH }, body)),
    },
    update: {
      method: 'PATCH',
      paths: drawn(facts).map((index) => `/items/artworks/${index + 1}?fields=*,artist.*`),
      bodyOf: () => {
        const { availability, price } = change(serial());
        return JSON.stringify({ availability, price_amount: price, price_currency: 'EUR' });
      },
    },
  };
}

function newWork({ artists }: Facts, serial: number) {
  const artist = artists[serial % artists.length];
  if (artist === undefined) throw new Error('there are no artists');
  const external_id = `B-${serial}`;
  return {
    title: `Bench work ${serial} ${serial.toString(36)}`,
    artist,
    year_created: String(1850 + (serial % 170)),
    medium: MEDIUMS[serial % MEDIUMS.length],
    height_cm: 10 + (serial % 500) / 10,
    width_cm: 20 + (serial % 700) / 10,
    availability: AVAILABILITIES[0],
    price: 100 + (serial % 9000),
    external_id,
    source_url: `https://shop.example/w/${external_id}`,
    inventory_ref: `I-${external_id}`,
    cover_image_url: `https://shop.example/i/${external_id}.jpg`,
  };
}

const change = (serial: number) => ({ availability: AVAILABILITIES[0], price: serial % 90_000 });

/** Works in random order. */
function drawn({ works }: Facts): number[] {
  const random = seededRandom(13);
  return Array.from({ length: works }, () => Math.floor(random() * works));
}
