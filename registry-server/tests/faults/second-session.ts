// What another session does in the middle of an operation. Used by tests and by a thread, so it needs nothing of a test runner.
import type { ArtworkFields } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** What these need to know of the registry; see world.ts. */
export type Named = {
  organizationId: string;
  installationId: string;
  prefix: string;
  shown: string;
  withdrawn: string;
  webhook: string;
  certificate: string;
  request: string;
};

const FIELDS: ArtworkFields = {
  title: 'Between',
  year_created: '1900',
  medium: 'Oil on canvas',
  height_cm: null,
  width_cm: null,
  depth_cm: null,
  availability: 'for_sale',
  price: { amount: 5, currency: 'EUR' },
  cover_image_url: null,
  external_id: null,
  source_url: null,
  inventory_ref: null,
};

const update = (storage: Storage, { organizationId, shown }: Named, fields: Partial<ArtworkFields>) =>
  storage.updateArtworks([{ organizationId, artworkId: shown, fields, source: null, idempotency: null }]);

export const SECOND: Record<string, (storage: Storage, named: Named) => Promise<unknown>> = {
  pause: (storage, { webhook }) => storage.updateWebhookStatus(webhook, 'paused'),
  'remove webhook': (storage, { webhook }) => storage.removeWebhook(webhook),
  withdraw: (storage, { shown }) => storage.withdrawArtwork(shown),
  restore: (storage, { withdrawn }) => storage.restoreArtwork(withdrawn),
  transfer: (storage, { shown }) => storage.transferArtwork(shown, 'other'),
  hide: (storage, named) => update(storage, named, { availability: 'fully_private' }),
  write: (storage, named) => update(storage, named, { title: 'Written between', medium: 'Ink' }),
  publish: (storage, { organizationId }) =>
    storage.publishArtworks([
      { organizationId, fields: FIELDS, artistName: 'Ana', source: null, idempotency: null },
    ]),
  'update artist': (storage) => storage.updateArtistFacts('ana', { birthYear: 1853 }),
  'update profile': (storage) => storage.updateProfile('own', { name: 'Between' }),
  'move site': (storage, { organizationId, installationId }) =>
    storage.moveInstallation(
      organizationId,
      installationId,
      { siteUrl: 'https://between.example', siteKey: 'between.example' },
      'gallery',
    ),
  'withdraw certificate': (storage, { certificate }) =>
    storage.withdrawCertificate({ organizationId: null, certificateId: certificate, reason: 'between' }),
  reject: (storage, { request }) => storage.rejectAccessRequest(request),
  deactivate: (storage) => storage.updateOrganizationStatus('own', 'inactive'),
};
