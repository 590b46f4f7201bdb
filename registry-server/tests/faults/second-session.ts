// What another session does in the middle of an operation. Used by tests and by a thread, so it needs nothing of a test runner.
import { approveAccess } from '../../src/domain/access/access-requests.ts';
import { recipientOf } from '../../src/domain/access/new-gallery.ts';
import type { NewGallery } from '../../src/domain/access/new-gallery.ts';
import type { ArtworkFields, AttemptResult, Recipient } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { claimDeliveries } from '../support/deliveries.ts';
import type { Claim } from '../support/deliveries.ts';
import { SECRET_KEYS } from '../support/secret-keys.ts';

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
  /** The deliveries that the other session is sending, for one that began so (`BEGUN`). */
  claims?: Claim[];
};

type Act<Result> = (storage: Storage, named: Named) => Promise<Result>;

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

const approve = (storage: Storage, { request: id }: Named, recipient: Recipient) =>
  approveAccess({ storage, secretKeys: SECRET_KEYS }, { id, accessType: 'both' }, recipient);

const NEW_GALLERY: NewGallery = {
  slug: 'between',
  name: 'Between',
  type: 'gallery',
  city: null,
  country: null,
  showCountry: false,
};

const endAttempts =
  (result: AttemptResult): Act<unknown> =>
  (storage, { claims = [] }) =>
    storage.finishDeliveries(claims.map((claim) => ({ claim, result })));

const takeDeliveries: Act<Partial<Named>> = async (storage) => ({
  claims: await claimDeliveries(storage, storage.clock.now()),
});

/** What the other session has begun before the operation, and ends in the middle of it. */
export const BEGUN: Record<string, Act<Partial<Named>>> = {
  deliver: takeDeliveries,
  'fail to deliver': takeDeliveries,
};

export const SECOND: Record<string, Act<unknown>> = {
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
  approve: (storage, named) => approve(storage, named, { organizationId: named.organizationId }),
  'approve new gallery': (storage, named) => approve(storage, named, recipientOf(NEW_GALLERY, null)),
  reject: (storage, { request }) => storage.rejectAccessRequest(request),
  deliver: endAttempts({ kind: 'delivered', status: 200, durationMs: 1 }),
  'fail to deliver': endAttempts({
    kind: 'failed',
    ...{ status: 500, error: 'HTTP 500', durationMs: 1, answer: null, cooldownMs: [5000] },
    nextAttemptAtMs: Date.parse('2026-03-01T13:00:00Z'),
  }),
  deactivate: (storage) => storage.updateOrganizationStatus('own', 'inactive'),
};
