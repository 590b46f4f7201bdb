// A scenario that runs every operation of the storage at least once, on a registry that large-registry.sql has filled. What it does
// makes sense as little as need be; it is about the statements that are sent.
import { certificateInput } from '../support/certificates.ts';
import type { ArtworkFields, ArtworkFilter } from '../../src/storage/records.ts';
import type { PostgresStorage } from '../../src/storage/postgres/open.ts';
import { readSamples } from './read-samples.ts';
import { claimDeliveries, finishDelivery } from '../support/deliveries.ts';
import {
  addAccessRequest,
  addApiKey,
  addInstallation,
  addOrganization,
  PLAIN_WORK,
} from '../support/publishers.ts';

const KNOWN_WORK = 'AREG-150000';
const FIELDS: ArtworkFields = {
  ...PLAIN_WORK,
  medium: 'Oil on slate',
  year_created: '1999',
  availability: 'for_sale',
  price: { amount: 5, currency: 'EUR' },
  cover_image_url: 'https://images.example/new',
  source_url: 'https://shop.example/new',
  inventory_ref: 'NEW-1',
};

export async function runEveryOperation(storage: PostgresStorage): Promise<void> {
  const { organizationId } = await addOrganization(storage, 'own');
  await addOrganization(storage, 'other');
  const { prefix } = await addApiKey(storage, organizationId);
  const installationId = await addInstallation(storage, organizationId);
  await addInstallation(storage, organizationId);
  const own = { organizationId, idempotency: { key: 'k', requestHash: 'h' } };
  const publish = async (title: string, artistName = 'Ana', key = title) => {
    const source = { installationId, externalId: title };
    const [outcome] = await storage.publishArtworks([
      {
        ...own,
        fields: {
          ...FIELDS,
          title,
          external_id: title,
          inventory_ref: title,
          source_url: `https://shop.example/new/${title}`,
          cover_image_url: `https://images.example/new/${title}`,
        },
        artistName,
        source,
        idempotency: { key, requestHash: 'h' },
      },
    ]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return outcome.body.registry_id;
  };
  const { id: endpointId } = await storage.insertWebhook({
    organizationId,
    url: 'https://r.example',
    events: ['*'],
    secret: 's',
  });

  const artworkId = await publish('a');
  await publish('a', 'Ana', 'again');
  await publish('b', 'Bea');
  await storage.updateArtworks([
    {
      ...own,
      artworkId,
      fields: { ...FIELDS, title: 'c', medium: 'Ink on slate', availability: 'sold', price: null },
      artistName: 'Cleo',
      source: null,
    },
    { organizationId, artworkId, change: { installationId, status: 'unpublished' }, idempotency: null },
  ]);
  await storage.matchArtwork({ ...own, idempotency: null, fields: FIELDS, artistName: 'Ana', source: null });
  await storage.withdrawArtwork(artworkId);
  await storage.restoreArtwork(artworkId);
  const certificate = await storage.issueCertificate(certificateInput(artworkId));
  if (!certificate.ok) throw new Error(certificate.code);
  await storage.findCertificate(certificate.body.id);
  await storage.listCertificates(KNOWN_WORK);
  await storage.listSigningKeys();
  await storage.withdrawCertificate({
    organizationId: null,
    certificateId: certificate.body.id,
    reason: 'x',
  });
  await storage.insertSigningKey({ kid: 'k', publicKey: 'p', privateKey: 's' }, { onlyFirst: true });
  await storage.revokeSigningKey('k');
  await storage.transferArtwork(artworkId, 'other');
  await storage.republishArtworks([150_000]);
  await storage.updateProfile('own', { name: 'New name' });
  await storage.republishProfile('own');
  await storage.moveInstallation(
    organizationId,
    installationId,
    {
      siteUrl: 'https://moved.example',
      siteKey: 'moved.example',
    },
    'gallery',
  );
  await storage.republishInstallation(organizationId, installationId);
  await storage.renameArtist('cleo', 'Cleopatra');
  await storage.mergeArtists('bea', 'ana');

  await curate(storage, artworkId, organizationId, installationId);
  await deliver(storage, organizationId, endpointId);
  await requestAccess(storage, organizationId);
  await inspect(storage);
  await operate(storage);
  await readFeed(storage);
  await storage.ping();
  await storage.countRequest('key-1', 120);
  await storage.updateWebhookSecret(endpointId, 't');
  await storage.findApiKey('hash-1');
  await storage.updateApiKey(prefix, { name: 'n', rateLimit: 1, expiresAt: null });
  await storage.revokeApiKey(prefix);
  await storage.updateOrganizationName('own', 'Own');
  await storage.updateWebhook(endpointId, { url: 'https://other.example' });
  await storage.findActionSubject({ organization: 'own', key: prefix, artwork: artworkId });
  await storage.reduceActions('organization', organizationId);
  await storage.removeWebhook(endpointId);
  await storage.updateOrganizationStatus('own', 'inactive');
  await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
  await readAndErase(storage, organizationId);
  await readEverything(storage);
}

/** Also what nothing above has a reason to read with arguments of its own. */
async function readEverything(storage: PostgresStorage): Promise<void> {
  const methods = storage as unknown as Record<
    string,
    ((...args: unknown[]) => Promise<unknown>) | undefined
  >;
  for (const [name, calls] of Object.entries(await readSamples(storage, 'sampled')))
    for (const args of calls) await methods[name]?.(...args);
}

async function curate(
  storage: PostgresStorage,
  artworkId: string,
  organizationId: string,
  installationId: string,
): Promise<void> {
  await storage.findArtworkState(KNOWN_WORK);
  await storage.findPublicJson(KNOWN_WORK);
  await storage.listPublicSources(KNOWN_WORK);
  await storage.findArtist('painter-1');
  await storage.findArtistRecord('painter-1');
  await storage.findInstitution('gallery', 'gallery-1');
  await storage.findOrganization('org-1');
  const profile = await storage.findProfile('gallery-1');
  await storage.findProfileById(profile?.id ?? '');
  await storage.listProfiles('org-1');
  await storage.findInstallation(organizationId, installationId);
  await storage.listInstallations('org-1');
  await storage.listApiKeys('org-1');
  await storage.listExpiredKeys();
  await storage.listOrganizations();
  await storage.listChanges(100_000, 1000);
  await storage.listPublicNumbers(150_000, 100);
  await storage.findArtworkState(artworkId);
  const filters: Partial<ArtworkFilter>[] = [
    {},
    { artist: 'painter-1' },
    { artistId: 'artist-1' },
    { gallery: 'gallery-1' },
    { museum: 'gallery-1' },
    { collection: 'gallery-1' },
    { profileId: 'profile-1' },
    { year: '1851' },
    { availability: 'for_sale' },
    { medium: 'oil' },
  ];
  for (const filter of filters) await storage.listPublicJson({ ...filter, limit: 25, offset: 0 });
}

async function deliver(storage: PostgresStorage, organizationId: string, endpointId: string): Promise<void> {
  await storage.insertTestDelivery(endpointId);
  const nowMs = storage.clock.now();
  const failed = {
    kind: 'failed' as const,
    status: 500,
    error: 'answered 500',
    durationMs: 1,
    answer: null,
    cooldownMs: [1],
  };
  const claims = await claimDeliveries(storage, nowMs, { isDueLikely: false });
  const [first, second, third, ...others] = claims;
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error('there is nothing to deliver');
  }
  await finishDelivery(storage, first, { kind: 'released' });
  await finishDelivery(storage, second, { ...failed, nextAttemptAtMs: nowMs + 1 });
  await finishDelivery(storage, third, { ...failed, nextAttemptAtMs: null });
  await storage.finishDeliveries(
    others.map((claim) => ({ claim, result: { kind: 'delivered', status: 200, durationMs: 1 } })),
  );
  await storage.updateWebhookStatus(endpointId, 'paused');
  await storage.updateWebhookStatus(endpointId, 'active');
  await storage.replayDelivery(third.id);
  await storage.replayDeliveriesSince({ endpointId: 'endpoint-300', since: 1, statuses: ['failed'] });
  await storage.listWebhooks(organizationId);
  await storage.findWebhook(endpointId);
  await storage.listDeliveries('endpoint-300', 20);
  await storage.countDeliveries();
  await storage.listEndpointHealth();
  await storage.findBacklog();
  await storage.listLongWaits(86_400_000);
  await storage.shortenWaits(86_400_000);
  await storage.countDeliveryHours(storage.clock.now() * 1000 - 86_400_000_000);
  const page = { limit: 50 };
  await storage.searchDeliveries(page);
  await storage.searchDeliveries({ ...page, beforeSeq: 100_000 });
  await storage.searchDeliveries({ ...page, deliveryId: third.id });
  await storage.searchDeliveries({ ...page, endpointId: 'endpoint-300' });
  await storage.searchDeliveries({ ...page, organizationId: 'org-200' });
  await storage.searchDeliveries({ ...page, status: 'failed' });
  await storage.searchDeliveries({ ...page, status: 'pending', endpointId: 'endpoint-300' });
  await storage.searchDeliveries({ ...page, event: 'artwork.updated' });
  await storage.searchDeliveries({ ...page, registryId: KNOWN_WORK });
}

async function requestAccess(storage: PostgresStorage, organizationId: string): Promise<void> {
  const key = (name: string) => ({ hash: name, prefix: name, name: null, scopes: [], rateLimit: null });
  const ask = (email: string) => addAccessRequest(storage, { email });
  const approved = await ask('a@a.example');
  await storage.findClaimToken(approved);
  await storage.claimAccess(approved);
  await storage.approveAccessRequest(approved, { organizationId }, { ...key('approved'), sealedKey: 's' });
  const rejected = await ask('b@b.example');
  await storage.rejectAccessRequest(rejected);
  await storage.findAccessRequest(rejected);
  await storage.listAccessRequests();
  await storage.listAccessRequests('queued');
}

async function inspect(storage: PostgresStorage): Promise<void> {
  await storage.listOrganizationSummaries();
  await storage.listSealedSecrets();
  await storage.replaceSealedSecret({ of: 'webhook', id: 'none', secret: 's' }, 't');
  await storage.replaceSealedSecret({ of: 'access_request', id: 'none', secret: 's' }, 't');
  await storage.inspect();
  await storage.readEngine();
  const hash = 'link';
  await storage.insertOperatorLink({ hash, expiresAt: storage.clock.now() * 1000 + 1e9 });
  await storage.hasOperatorLink(hash);
  await storage.takeOperatorLink(hash);
}

async function operate(storage: PostgresStorage): Promise<void> {
  const facts = { birthYear: 1853, deathYear: 1890, nationality: 'Dutch', ulanId: null, wikidataId: null };
  await storage.updateArtistFacts('painter-1', facts);
  await storage.updateProvenance(KNOWN_WORK, 'a summary');
  await storage.searchArtists('painter', 20);
  await storage.insertOperator({ name: 'anna', role: 'look', passwordHash: 'h' });
  await storage.updateOperator('anna', { role: 'operate' });
  await storage.findOperator('anna');
  await storage.listOperators();
  await storage.removeOperator('anna');
  const subject = { organizationId: 'org-1', requestId: null };
  const action = {
    operator: 'anna',
    via: 'console',
    action: 'org create',
    details: '{}',
    ...subject,
  } as const;
  await storage.endAction(await storage.beginAction(action), { outcome: 'done', details: null, ...subject });
  await storage.listActions({ text: 'org', limit: 20 });
  await storage.reduceActions('organization', 'org-1');
  await storage.reduceActions('access_request', 'none');
  await storage.takeLease({ name: 'task', owner: 'a', ms: 1000 });
  await storage.endLease({ name: 'task', owner: 'a' });
  await storage.addDailyCounts([{ day: '2026-11-23', kind: 'writes', count: 1 }]);
  await storage.listDailyCounts('2026-11-01');
  await storage.hasSentMail('problem of the registry: x');
  await storage.recordSentMail('problem of the registry: x');
  await storage.listSentMails('problem of the registry: ');
  await storage.forgetSentMail('problem of the registry: x');
}

async function readFeed(storage: PostgresStorage): Promise<void> {
  await storage.updateDumpHold(true);
  await storage.areDumpsOnHold();
  await storage.updateDumpHold(false);
  await storage.listProfilesOutsideDumps();
  await storage.listPublicParts(10_000);
  await storage.listPublicRange(150_000, 150_100);
  await storage.listPublicBatch(150_000, 100);
  await storage.listInDumps([KNOWN_WORK]);
  await storage.listHoldersInDumps(['own-gallery'], storage.clock.now() * 1000);
  await storage.findDumpDepartures(storage.clock.now() * 1000);
  await storage.findFeedEnd();
  await storage.listFeedRange(100_000, 100_100);
  await storage.listFeedWorks(100_000, storage.clock.now() * 1000, 100);
  await storage.findFeedWork(KNOWN_WORK);
  await storage.findLastStepBefore(storage.clock.now() * 1000);
  await storage.findPublicForm(KNOWN_WORK);
}

async function readAndErase(storage: PostgresStorage, organizationId: string): Promise<void> {
  for (const kind of ['artwork', 'source', 'certificate'] as const)
    await storage.readDataPage(kind, 'org-1', 0, 200);
  for (const kind of ['profile', 'installation', 'webhook', 'api_key', 'access_request'] as const)
    await storage.readData(kind, 'org-1');
  for (const kind of ['request_of_person', 'key_of_person'] as const)
    await storage.readData(kind, 'b@b.example');
  await storage.erasePerson('b@b.example', 'none');
  await storage.eraseOutbox(organizationId);
  const [work] = await storage.readDataPage('artwork', organizationId, 0, 1);
  await storage.eraseArtwork(String(work?.['registry_id']), organizationId);
  await storage.eraseOrganization(organizationId, { slug: 'erased-own', name: 'Erased' });
}
