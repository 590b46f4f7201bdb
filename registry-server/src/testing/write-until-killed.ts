// A process that publishes without end, eight at a time, and prints each key when it sends it and when it was answered.
// The crash test kills it. Arguments: folder of the database, name of this run.
import { systemClock } from '../clock.ts';
import type { PublishInput } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { openTestStorage } from './test-registry.ts';

const WRITERS = 8;

/** The organisation of these runs, made by the first. */
export async function crashOrganization(storage: Storage): Promise<string> {
  const known = await storage.findOrganization('crash');
  if (known !== undefined) return known.id;
  const { id } = await storage.insertOrganization({ slug: 'crash', name: 'Crash' });
  await storage.insertProfile({
    organizationId: id,
    type: 'gallery',
    slug: 'crash',
    name: 'Crash',
    city: null,
    country: null,
    showCountry: false,
    website: null,
  });
  return id;
}

export function crashInput(organizationId: string, key: string): PublishInput {
  const fields = {
    title: key,
    year_created: null,
    medium: null,
    height_cm: null,
    width_cm: null,
    depth_cm: null,
    availability: 'for_sale' as const,
    price: null,
    cover_image_url: null,
    external_id: null,
    source_url: null,
    inventory_ref: null,
  };
  return { organizationId, fields, artistName: 'Ana', source: null, idempotency: { key, requestHash: key } };
}

if (import.meta.main) {
  const [folder = '', run = ''] = process.argv.slice(2);
  const storage = openTestStorage(folder, systemClock, 1);
  const organizationId = await crashOrganization(storage);
  const publishForever = async (writer: number): Promise<void> => {
    for (let serial = 0; ; serial += 1) {
      const key = `work-${run}-${writer}-${serial}`;
      process.stdout.write(`sent ${key}\n`);
      const [outcome] = await storage.publishArtworks([crashInput(organizationId, key)]);
      if (outcome?.ok) process.stdout.write(`done ${key} ${outcome.body.registry_id}\n`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => publishForever(writer)));
}
