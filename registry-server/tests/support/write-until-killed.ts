// A process that publishes without end, eight at a time, and prints each key when it sends it and when it was answered.
// The crash test kills it. Arguments: folder of the database, name of this run.
import { addOrganization, PLAIN_WORK } from './publishers.ts';
import { systemClock } from '#kit/clock';
import type { PublishInput } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { openTestStorage } from './test-registry.ts';

const WRITERS = 8;

/** The organisation of these runs, made by the first. */
export async function crashOrganization(storage: Storage): Promise<string> {
  const known = await storage.findOrganization('crash');
  if (known !== undefined) return known.id;
  const { organizationId } = await addOrganization(storage, 'crash');
  // Only what somebody is told of is an event.
  await storage.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' });
  return organizationId;
}

export function crashInput(organizationId: string, key: string): PublishInput {
  const fields = { ...PLAIN_WORK, title: key };
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
