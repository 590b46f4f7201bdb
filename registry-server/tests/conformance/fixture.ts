// What both halves of the storage conformance suite begin with: an empty storage, an organisation with a gallery, and
// short ways to write.
import { expectTrueCounts } from '../support/counts.ts';
import type { ReadLines } from '../support/counts.ts';
import { addOrganization, PLAIN_WORK } from '../support/publishers.ts';
import type { TestClock } from '../support/test-clock.ts';
import type { ArtworkFields, Outcome, PublishInput, UpdateInput } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { ArtworkUpdateResult } from '@artwork-registry/contract';

export type StorageFactory = () => Promise<{
  storage: Storage;
  clock: TestClock;
  readLines: ReadLines;
  close: () => Promise<void>;
}>;

export type Fixture = {
  storage: Storage;
  clock: TestClock;
  readLines: ReadLines;
  /** Whatever a test has done, the counts are true afterwards. */
  close: () => Promise<void>;
  organizationId: string;
  organization(slug: string): Promise<string>;
  input(fields: Partial<ArtworkFields>, key?: string): PublishInput;
  publish(fields: Partial<ArtworkFields>): Promise<string>;
  update(
    artworkId: string,
    fields: UpdateInput['fields'],
    owner?: string,
  ): Promise<Outcome<ArtworkUpdateResult>[]>;
  endpoint(owner?: string, events?: string[]): Promise<string>;
};

export async function makeFixture(factory: StorageFactory): Promise<Fixture> {
  const opened = await factory();
  const { storage, clock, readLines } = opened;
  const close = async () => {
    try {
      await expectTrueCounts(readLines);
    } finally {
      await opened.close();
    }
  };
  async function organization(slug: string): Promise<string> {
    const profile = { slug: `${slug}-gallery`, country: 'Germany' };
    const { organizationId: id } = await addOrganization(storage, slug, profile);
    return id;
  }
  const input = (fields: Partial<ArtworkFields>, key?: string): PublishInput => ({
    organizationId,
    fields: { ...PLAIN_WORK, ...fields },
    artistName: 'Ana',
    source: null,
    idempotency: key === undefined ? null : { key, requestHash: JSON.stringify(fields) },
  });
  async function publish(fields: Partial<ArtworkFields>): Promise<string> {
    const [outcome] = await storage.publishArtworks([input(fields)]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return outcome.body.registry_id;
  }
  const update = (artworkId: string, fields: UpdateInput['fields'], owner = organizationId) =>
    storage.updateArtworks([{ organizationId: owner, artworkId, fields, source: null, idempotency: null }]);
  async function endpoint(owner = organizationId, events = ['*']): Promise<string> {
    return (
      await storage.insertWebhook({ organizationId: owner, url: 'https://r.example', events, secret: 's' })
    ).id;
  }
  const organizationId = await organization('own');
  return { storage, clock, readLines, close, organizationId, organization, input, publish, update, endpoint };
}

/** Names for the fixture of a test, before there is one. */
export const NOTHING = {} as Fixture;
