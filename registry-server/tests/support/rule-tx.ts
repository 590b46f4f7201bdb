// For tests of rules alone: a Tx that knows the time, and facts in which nothing was found.
import type { ArtworkRow, PublishFacts, SourceRow } from '../../src/storage/artwork-facts.ts';
import type { Tx } from '../../src/storage/tx.ts';
import { START_MS } from './test-clock.ts';

/** Any method that is not given throws. */
export function ruleTx(methods: Partial<Tx> = {}): Tx {
  let micros = START_MS * 1000;
  const known: Partial<Tx> = {
    nowMs: START_MS,
    publicUrl: 'https://registry.test',
    idPrefix: 'AREG',
    tick: () => (micros += 1),
    ...methods,
  };
  return new Proxy(known as Tx, {
    get(target, name) {
      if (name in target) return target[name as keyof Tx];
      throw new Error(`the rule called ${String(name)}`);
    },
  });
}

export function factsOf(facts: Partial<PublishFacts>): PublishFacts {
  return {
    isActive: true,
    answer: undefined,
    installation: undefined,
    holder: undefined,
    artist: { known: undefined, takenSlugs: [] },
    sameFingerprint: [],
    sameExternalId: undefined,
    formerSource: undefined,
    sameInventoryRef: [],
    sameSourceUrl: [],
    sameImageUrl: [],
    subscribers: { organizationId: 'own', slug: 'own', endpoints: [] },
    ...facts,
  };
}

export function sourceRow(more: Partial<SourceRow> = {}): SourceRow {
  return {
    installation_id: 'shop',
    organization_id: 'own',
    platform: 'wix',
    platform_label: null,
    platform_key: 'wix',
    site_url: 'https://shop.example',
    external_id: null,
    source_url: null,
    status: 'active',
    last_synced_at: 1,
    ...more,
  };
}

/** A public work of the organisation `own`, with nothing said but its title. */
export function artworkRow(more: Partial<ArtworkRow> = {}): ArtworkRow {
  return {
    number: 100_001,
    id: '00000000-0000-4000-8000-00000000000a',
    registry_id: 'AREG-100001',
    organization_id: 'own',
    profile_id: 'p',
    artist_id: 'a',
    fingerprint: null,
    title: 'Work',
    year_created: null,
    medium: null,
    height_cm: null,
    width_cm: null,
    depth_cm: null,
    availability: 'not_for_sale',
    price_amount: null,
    price_currency: null,
    cover_image_url: null,
    external_id: null,
    source_url: null,
    source_url_key: null,
    cover_image_key: null,
    inventory_ref: null,
    provenance_summary: null,
    artist_spelling: 'Ana',
    is_transferred: 0,
    withdrawn_at: null,
    is_public: 1,
    created_at: 1,
    updated_at: 1,
    artist_name: 'Ana',
    artist_slug: 'ana',
    artist_is_named: 1,
    artist_leads_to: null,
    profile_slug: 'own-gallery',
    profile_name: 'Own',
    profile_type: 'gallery',
    profile_city: null,
    profile_country: null,
    ...more,
  };
}
