// For tests of rules alone: a Tx that knows the time, and facts in which nothing was found.
import type { PublishFacts, SourceRow } from '../storage/artwork-facts.ts';
import type { Tx } from '../storage/tx.ts';
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
    answer: undefined,
    installation: undefined,
    holder: undefined,
    artist: { known: undefined, takenSlugs: [] },
    sameFingerprint: [],
    sameExternalId: undefined,
    sameInventoryRef: undefined,
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
