// What both halves of the storage conformance suite begin with: an empty storage, an organisation with a gallery, and
// short ways to write.
import type { TestClock } from '../testing/test-clock.ts';
import type { ArtworkFields, Outcome, PublishInput, UpdateInput } from './records.ts';
import type { Storage } from './storage.ts';
import type { ArtworkUpdateResult } from '@artwork-registry/contract';

export type StorageFactory = () => Promise<{
  storage: Storage;
  clock: TestClock;
  close: () => Promise<void>;
}>;

const FIELDS: ArtworkFields = {
  title: 'Work',
  year_created: null,
  medium: null,
  height_cm: null,
  width_cm: null,
  depth_cm: null,
  availability: 'not_for_sale',
  price: null,
  cover_image_url: null,
  external_id: null,
  source_url: null,
  inventory_ref: null,
};

export type Fixture = {
  storage: Storage;
  clock: TestClock;
  close: () => Promise<void>;
  organizationId: string;
  organization(slug: string): Promise<string>;
  input(fields: Partial<ArtworkFields>, key?: string): PublishInput;
  publish(fields: Partial<ArtworkFields>): Promise<string>;
  update(artworkId: string, fields: UpdateInput['fields']): Promise<Outcome<ArtworkUpdateResult>[]>;
  endpoint(owner?: string, events?: string[]): Promise<string>;
};

export async function makeFixture(factory: StorageFactory): Promise<Fixture> {
  const { storage, clock, close } = await factory();
  async function organization(slug: string): Promise<string> {
    const { id } = await storage.insertOrganization({ slug, name: slug });
    await storage.insertProfile({
      organizationId: id,
      type: 'gallery',
      slug: `${slug}-gallery`,
      name: slug,
      city: null,
      country: 'Germany',
      showCountry: false,
      website: null,
    });
    return id;
  }
  const input = (fields: Partial<ArtworkFields>, key?: string): PublishInput => ({
    organizationId,
    fields: { ...FIELDS, ...fields },
    artistName: 'Ana',
    source: null,
    idempotency: key === undefined ? null : { key, requestHash: JSON.stringify(fields) },
  });
  async function publish(fields: Partial<ArtworkFields>): Promise<string> {
    const [outcome] = await storage.publishArtworks([input(fields)]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return outcome.body.registry_id;
  }
  const update = (artworkId: string, fields: UpdateInput['fields']) =>
    storage.updateArtworks([{ organizationId, artworkId, fields, source: null, idempotency: null }]);
  async function endpoint(owner = organizationId, events = ['*']): Promise<string> {
    return (
      await storage.insertWebhook({ organizationId: owner, url: 'https://r.example', events, secret: 's' })
    ).id;
  }
  const organizationId = await organization('own');
  return { storage, clock, close, organizationId, organization, input, publish, update, endpoint };
}

/** Names for the fixture of a test, before there is one. */
export const NOTHING = {} as Fixture;
