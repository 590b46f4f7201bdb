// A call of every endpoint of the public API and of every public page, with everything it needs.
import { toldByAnswer } from './told.ts';
import type { Operation, Prepared } from './each-statement.ts';
import { CLAIM_TOKEN } from './world.ts';

type Call = [
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
];
type Caller = (world: Prepared) => Call;
type Line = { send: Caller } & Omit<Operation, 'name' | 'ask'>;

const KEY = { 'idempotency-key': 'the-key' };
const WORK = {
  title: 'New',
  artist_name: 'Dora',
  year_created: '1999',
  medium: 'Chalk',
  availability: 'for_sale',
  price: { amount: 7, currency: 'EUR' },
};
const ACCESS = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  website: 'https://example.com',
  intended_use: 'Showing the works of our city on a map for visitors.',
};

/** By operationId; `~` and what follows tells calls of one endpoint apart. */
const CALLS: Record<string, Line | Caller> = {
  publishArtwork: ({ installationId }) => [
    'POST',
    '/artworks',
    { ...WORK, external_id: 'new', integration: { installation_id: installationId } },
    KEY,
  ],
  'publishArtwork~duplicate': () => [
    'POST',
    '/artworks',
    { ...WORK, title: 'shown', artist_name: 'Ana', external_id: 'shown' },
    KEY,
  ],
  updateArtwork: ({ shown }) => [
    'PATCH',
    `/artworks/${shown}`,
    { title: 'Other', artist_name: 'Cleo', medium: 'Ink' },
    KEY,
  ],
  'updateArtwork~hide': ({ shown }) => [
    'PATCH',
    `/artworks/${shown}`,
    { availability: 'fully_private' },
    KEY,
  ],
  updateArtworkSource: ({ shown, installationId }) => [
    'PATCH',
    `/artworks/${shown}/source`,
    { installation_id: installationId, status: 'unpublished' },
    KEY,
  ],
  issueCertificate: ({ shown }) => ['POST', `/artworks/${shown}/certificates`, { note: 'x' }, KEY],
  withdrawCertificate: ({ own }) => ['POST', `/certificates/${own}/withdraw`, { reason: 'x' }],
  syncArtworks: {
    send: ({ installationId }) => [
      'POST',
      '/integrations/sync',
      {
        installation_id: installationId,
        items: ['one', 'two'].map((title) => ({
          idempotency_key: title,
          artwork: { ...WORK, title, external_id: title },
        })),
      },
    ],
    isOfParts: true,
  },
  updateArtworks: {
    send: ({ installationId, shown, second }) => [
      'POST',
      '/integrations/updates',
      {
        installation_id: installationId,
        items: [shown, second].map((id) => ({
          registry_id: id,
          idempotency_key: id,
          changes: { availability: 'sold', price: null },
        })),
      },
    ],
    isOfParts: true,
  },
  connectInstallation: () => [
    'POST',
    '/integrations/connect',
    { platform: 'woocommerce', site_url: 'https://new.example' },
  ],
  moveInstallation: ({ installationId }) => [
    'POST',
    `/integrations/installations/${installationId}/move`,
    { site_url: 'https://moved.example' },
  ],
  // A request has no key of idempotency: one whose answer was lost is asked again, and the operator sees two.
  'requestAccess~queued': {
    send: () => ['POST', '/integrations/access-requests', { ...ACCESS, access_type: 'both' }],
    again: 'more',
  },
  requestAccess: {
    send: () => ['POST', '/integrations/access-requests', { ...ACCESS, access_type: 'read' }],
    again: 'more',
  },
  // Answered once in 30 seconds.
  claimAccess: {
    send: ({ request }) => [
      'POST',
      '/integrations/access-requests/claim',
      { request_id: request, claim_token: CLAIM_TOKEN },
    ],
    again: 'refused',
  },
  getService: () => ['GET', '/'],
  listArtworks: () => ['GET', '/artworks?q=shown'],
  getArtwork: ({ shown }) => ['GET', `/artworks/${shown}`],
  getArtworkSource: ({ shown }) => ['GET', `/artworks/${shown}/source`],
  matchArtwork: () => ['POST', '/artworks/match', { ...WORK, title: 'shown', artist_name: 'Ana' }],
  getCertificate: ({ certificate }) => ['GET', `/certificates/${certificate}`],
  getArtist: () => ['GET', '/artists/ana'],
  listArtistArtworks: () => ['GET', '/artists/ana/artworks'],
  getGallery: () => ['GET', '/galleries/own'],
  listGalleryArtworks: () => ['GET', '/galleries/own/artworks'],
  getMuseum: () => ['GET', '/museums/museum'],
  listMuseumArtworks: () => ['GET', '/museums/museum/artworks'],
  listChanges: () => ['GET', '/changes?after=0'],
  getOpenApi: () => ['GET', '/openapi.json'],
};

/** Reads of what everybody may see, by the route that answers. */
const PAGES: Record<string, (world: Prepared) => string> = {
  '/': () => '/',
  '/search': () => '/search?q=shown',
  '/artworks/:id': ({ shown }) => `/artworks/${shown}`,
  '/artists/:id': () => '/artists/ana',
  '/galleries/:id': () => '/galleries/own',
  '/museums/:id': () => '/museums/museum',
};

const lineOf = (line: Line | Caller): Line => (typeof line === 'function' ? { send: line } : line);

export const API_OPERATIONS: Operation[] = [
  ...Object.entries(CALLS).map(([name, given]): Operation => {
    const { send, ...line } = lineOf(given);
    return {
      ...line,
      name,
      isRead: /^(get|list|match)/.test(name),
      ask: async (world) => {
        const [method, path, body, headers] = send(world);
        return toldByAnswer(await world.api(method, `/api/v1${path}`, body, headers));
      },
    };
  }),
  ...Object.entries(PAGES).map(([name, address]): Operation => ({
    name: `page ${name}`,
    isRead: true,
    ask: async (world) => toldByAnswer(await world.anybody('GET', address(world))),
  })),
];
