// A process that publishes without end and prints each Art ID once it was answered. The crash test kills it.
import { openTestStorage } from './test-registry.ts';
import { systemClock } from '../clock.ts';

const storage = openTestStorage(process.argv[2] ?? '', systemClock);
const { id: organizationId } = await storage.insertOrganization({ slug: 'crash', name: 'Crash' });
await storage.insertProfile({
  organizationId,
  type: 'gallery',
  slug: 'crash',
  name: 'Crash',
  city: null,
  country: null,
  showCountry: false,
  website: null,
});

const empty = {
  year_created: null,
  medium: null,
  height_cm: null,
  width_cm: null,
  depth_cm: null,
  price: null,
};
const keys = { cover_image_url: null, external_id: null, source_url: null, inventory_ref: null };

async function publishForever(writer: number): Promise<void> {
  for (let serial = 0; ; serial += 1) {
    const title = `Work ${writer} ${serial}`;
    const [outcome] = await storage.publishArtworks([
      {
        organizationId,
        fields: { title, availability: 'for_sale', ...empty, ...keys },
        artistName: 'Ana',
        source: null,
        idempotency: { key: title, requestHash: title },
      },
    ]);
    if (outcome?.ok) process.stdout.write(`${outcome.body.registry_id}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => publishForever(writer)));
