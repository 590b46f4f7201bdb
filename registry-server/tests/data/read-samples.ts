// A call of every read of the storage, for tests of what is true of each of them. The type asks for an entry for each name in
// storage/operations.ts.
import type { NameOf, POSTGRES_OPERATIONS, SQLITE_OPERATIONS } from '../../src/storage/operations.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { certificateInput } from '../support/certificates.ts';
import { addAccessRequest, addInstallation, addOrganization, PLAIN_WORK } from '../support/publishers.ts';

type ReadName =
  NameOf<typeof SQLITE_OPERATIONS, 'read' | 'point'> | NameOf<typeof POSTGRES_OPERATIONS, 'read' | 'point'>;
export type Samples = Record<ReadName, unknown[][]>;

/** Arguments for every read: what is there, what is not, and what leads elsewhere by a former name. */
export async function readSamples(storage: Storage, slug: string): Promise<Samples> {
  const renamed = `${slug}-renamed`;
  const { organizationId, profileId } = await addOrganization(storage, slug);
  const installationId = await addInstallation(storage, organizationId);
  const publish = async (title: string, artistName: string) => {
    const source = { installationId, externalId: title };
    const fields = { ...PLAIN_WORK, title, year_created: '1900', external_id: title };
    const [outcome] = await storage.publishArtworks([
      { organizationId, fields, artistName, source, idempotency: null },
    ]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return outcome.body.registry_id;
  };
  const shown = await publish('shown', 'Ana');
  await publish('merged', 'Bea');
  const withdrawn = await publish('withdrawn', 'Ana');
  await storage.withdrawArtwork(withdrawn);
  await storage.mergeArtists('bea', 'ana');
  await storage.updateProfile(slug, { slug: renamed });
  const certificate = await storage.issueCertificate(certificateInput(shown));
  const { id: webhook } = await storage.insertWebhook({
    organizationId,
    url: 'https://r.example',
    events: ['*'],
    secret: 's',
  });
  await publish('told', 'Ana');
  const request = await addAccessRequest(storage);
  const page = { limit: 10, offset: 0 };
  const filters = [
    {},
    { artist: 'ana' },
    { artist: 'an' },
    { artistId: 'none' },
    { gallery: renamed },
    { gallery: 'none' },
    { profileId },
    { year: '1900' },
    { availability: 'sold' },
    { q: 'shown' },
    { platform: { platform: 'woocommerce', label: null, key: 'woocommerce' } },
  ].map((filter) => [{ ...filter, ...page }]);
  const uuid = (await storage.findArtworkState(shown))?.id;
  const ids = [[shown], [uuid], [withdrawn], ['AREG-999999']];
  const records = [['ana'], ['bea'], ['none']];
  const endOfTime = storage.clock.now() * 1000 + 1e12;
  return {
    readListVersion: filters,
    listShort: filters,
    listPublicArtworks: filters,
    findPublicForm: ids,
    findPublicJson: ids,
    findArtworkState: ids,
    listPublicSources: ids,
    listCertificates: ids,
    findFeedWork: ids,
    findArtist: records,
    findArtistRecord: records,
    findInstitution: [
      ['gallery', slug],
      ['gallery', renamed],
      ['gallery', 'none'],
    ],
    findOrganization: [[slug], ['none']],
    findProfile: [[renamed], ['none']],
    findProfileById: [['none']],
    listProfiles: [[organizationId]],
    findUsableKey: [['none']],
    findInstallation: [[organizationId, installationId]],
    hasOperatorLink: [['none']],
    findOperator: [['none']],
    findAccessRequest: [[request], ['none']],
    findClaimToken: [[request], ['none']],
    findWebhook: [[webhook], ['none']],
    findCertificate: [[certificate.ok ? certificate.body.id : ''], ['none']],
    listSigningKeys: [[]],
    listOrganizations: [[]],
    listApiKeys: [[organizationId]],
    listExpiredKeys: [[]],
    listInstallations: [[organizationId]],
    listChanges: [[0, 100]],
    listPublicNumbers: [[0, 100]],
    listAccessRequests: [[], ['queued']],
    listWebhooks: [[organizationId]],
    listDeliveries: [[webhook, 10]],
    listPublicParts: [[1000]],
    listPublicRange: [[0, 1_000_000]],
    listPublicBatch: [[0, 100]],
    listInDumps: [[[shown, withdrawn, 'AREG-1']]],
    listHoldersInDumps: [[['own-gallery', 'unknown'], Number.MAX_SAFE_INTEGER]],
    findDumpDepartures: [[0]],
    listProfilesOutsideDumps: [[]],
    areDumpsOnHold: [[]],
    findFeedEnd: [[]],
    listFeedRange: [[0, 100]],
    listFeedWorks: [[0, endOfTime, 100]],
    findLastStepBefore: [[0], [endOfTime]],
    hasDueDeliveries: [[{ leaseMs: 1, perEndpoint: 8, capacity: new Map(), isDueLikely: false }]],
    countDeliveries: [[]],
    listOutdatedArtworks: [['none']],
    listArtworkNumbers: [['none']],
    listOrganizationSummaries: [[]],
    searchArtists: [['ana', 10]],
    listEndpointHealth: [[]],
    countDeliveryHours: [[0]],
    searchDeliveries: [[{ limit: 10 }], [{ limit: 10, registryId: shown }]],
    findBacklog: [[]],
    listLongWaits: [[86_400_000]],
    listReplayable: [[{ endpointId: webhook, since: 0, statuses: ['failed'] }]],
    listSealedSecrets: [[]],
    listOperators: [[]],
    findActionSubject: [[{ organization: slug }]],
    listActions: [[{ limit: 10 }]],
    listDailyCounts: [['2026-01-01']],
    hasSentMail: [['none']],
    listSentMails: [['none']],
    readData: [['profile', organizationId]],
    readDataPage: [['artwork', organizationId, 0, 100]],
    inspect: [[]],
    readEngine: [[]],
    matchArtwork: [
      [
        {
          organizationId,
          fields: { ...PLAIN_WORK, title: 'shown', external_id: 'shown' },
          artistName: 'Ana',
          source: { installationId, externalId: 'shown' },
          idempotency: null,
        },
      ],
    ],
  };
}
