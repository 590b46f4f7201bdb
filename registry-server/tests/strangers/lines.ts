// What a caller without a key, a signature or a session may ask of each address, at its dearest: the largest input that is allowed, and
// the question that costs most. An address without a line fails in every-address.test.ts.
import type { Ask } from '../../../packages/kit/tests/strangers/stranger-process.ts';
import { makeApiKey } from '../../src/domain/access/api-key.ts';

/** What is there to be asked for: works from AREG-100001 on, the slugs of those that have most of them, and what everybody finds. */
export type Known = {
  works: number;
  gallery: string;
  artist: string;
  certificate: string;
  /** Of the registry, as it names itself. */
  publicUrl: string;
  style: string;
  /** What a visitor of the console is given to sign in with. */
  login: { cookie: string; token: string };
};
/** Enough for the name of a line. */
const NOTHING: Known = {
  works: 1,
  gallery: '',
  artist: '',
  certificate: '',
  publicUrl: '',
  style: '',
  login: { cookie: '', token: '' },
};
type Line = {
  /** Routes as the server's tree names them. */
  routes: readonly string[];
  /** Where another line has the same method and route. */
  what?: string;
  /** The status of each answer within the budget. Default: 200, for what is absent or refused costs less. */
  answer?: number;
  /** Its status where that part was not built. */
  absent?: number;
  /** The n-th question; another one each time where a repeated one would be answered from memory. */
  ask: (known: Known, serial: number) => Ask;
};

const JSON_BODY = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const work = ({ works }: Known, serial: number) => `AREG-${100_001 + ((serial * 7919) % works)}`;
/** Pages of 24 works, as if they were evenly shared out; never beyond the last. */
const page = ({ works }: Known, serial: number, owners: number) =>
  1 + (serial % Math.max(1, Math.floor(works / owners / 24)));
const get =
  (path: string | ((known: Known, serial: number) => string)): Line['ask'] =>
  (known, serial) => ({
    method: 'GET',
    path: typeof path === 'string' ? path : path(known, serial),
    // Whatever can be compressed is, in the way that costs most.
    headers: { 'accept-encoding': 'br' },
  });

/** Refused before the body is read: without a key, and with one that was never given out. */
const LARGE = JSON.stringify({ title: 'x'.repeat(100_000) });

export const PUBLIC_LINES: readonly Line[] = [
  { routes: ['/'], ask: get('/') },
  { routes: ['/search'], ask: get((_, serial) => `/search?q=portrait+${serial}&page=40`) },
  { routes: ['/artworks/:id'], ask: get((known, serial) => `/artworks/${work(known, serial)}`) },
  {
    routes: ['/artworks/:id/qr.svg'],
    ask: get((known, serial) => `/artworks/${work(known, serial)}/qr.svg`),
  },
  {
    routes: ['/artworks/:id/label.pdf'],
    ask: get((known, serial) => `/artworks/${work(known, serial)}/label.pdf`),
  },
  {
    routes: ['/labels.pdf'],
    ask: get((known, serial) => {
      const ids = Array.from({ length: 50 }, (_, index) => work(known, serial * 50 + index));
      return `/labels.pdf?works=${ids.join(',')}`;
    }),
  },
  {
    routes: ['/artists/:id'],
    ask: get((known, serial) => `/artists/${known.artist}?page=${page(known, serial, 20)}`),
  },
  {
    routes: ['/galleries/:id', '/museums/:id', '/collections/:id'],
    ask: get((known, serial) => `/galleries/${known.gallery}?page=${page(known, serial, 20)}`),
  },
  { routes: ['/certificates/:id'], ask: get(({ certificate }) => `/certificates/${certificate}.pdf`) },
  { routes: ['/activity'], ask: get('/activity') },
  { routes: ['/activity/context.json'], ask: get('/activity/context.json') },
  {
    routes: ['/activity/page-:page'],
    ask: get(({ works }, serial) => `/activity/page-${serial % Math.max(1, Math.floor(works / 500))}`),
  },
  { routes: ['/sitemap.xml'], ask: get('/sitemap.xml') },
  { routes: ['/sitemap-:part.xml'], ask: get('/sitemap-2.xml') },
  { routes: ['/oai'], ask: get('/oai?verb=ListRecords&metadataPrefix=oai_dc') },
  {
    routes: ['/oembed'],
    ask: get(
      (known, serial) =>
        `/oembed?url=${encodeURIComponent(`${known.publicUrl}/artworks/${work(known, serial)}`)}`,
    ),
  },
  { routes: ['/llms.txt'], ask: get('/llms.txt') },
  { routes: ['/robots.txt'], ask: get('/robots.txt') },
  {
    routes: ['/guide', '/guide*'],
    // Plain files where the guide was built, as it always is in the package that the bench measures.
    absent: 404,
    ask: get('/guide/'),
  },
  { routes: ['/assets'], ask: get(({ style }) => style) },
  { routes: ['/status'], ask: get('/status') },
  { routes: ['/status.json'], ask: get('/status.json') },
  { routes: ['/healthz'], ask: get('/healthz') },
  { routes: ['/readyz'], ask: get('/readyz') },
  {
    routes: [
      '/.well-known/artwork-registry',
      '/.well-known/artwork-registry-keys.json',
      '/.well-known/api-catalog',
    ],
    ask: get('/.well-known/artwork-registry-keys.json'),
  },
  {
    routes: ['/docs', '/docs*', '/docs/static/index.html', '/docs/static/swagger-initializer.js'],
    ask: get('/docs/static/swagger-ui-bundle.js'),
  },
  { routes: ['/docs/json', '/docs/yaml'], ask: get('/docs/json') },
  { routes: ['/api/v1/openapi.json'], ask: get('/api/v1/openapi.json') },
  {
    routes: ['/api/v1/integrations/access-requests'],
    ask: (_, serial) => ({
      method: 'POST',
      path: '/api/v1/integrations/access-requests',
      headers: JSON_BODY,
      body: JSON.stringify({
        name: `Stranger ${serial}`,
        email: `stranger${serial}@mail.example`,
        organization: `House ${serial}`,
        website: `https://house${serial}.example`,
        access_type: 'publishing',
        intended_use: 'The same again. '.repeat(130),
      }),
    }),
  },
  {
    routes: ['/api/v1/integrations/access-requests/claim'],
    answer: 404,
    ask: (_, serial) => ({
      method: 'POST',
      path: '/api/v1/integrations/access-requests/claim',
      headers: JSON_BODY,
      body: JSON.stringify({ request_id: `req_${serial}`, claim_token: 'x'.repeat(43) }),
    }),
  },
  {
    routes: ['/operator/login'],
    answer: 403,
    // With a token of the form, or no password is compared.
    ask: ({ login: { cookie, token } }) => ({
      method: 'POST',
      path: '/operator/login',
      headers: { ...FORM, cookie },
      body: `token=${token}&password=${'x'.repeat(200)}`,
    }),
  },
  {
    routes: ['/operator', '/operator/open'],
    answer: 403,
    ask: get((_, serial) => `/operator/open?token=opl_${String(serial).padStart(43, 'x')}`),
  },
];

/** Every other address of the API and of the console: a key or a session comes first. */
export const CLOSED_LINES: readonly Line[] = [
  {
    routes: ['/api/v1'],
    answer: 401,
    ask: () => ({ method: 'POST', path: '/api/v1/artworks', headers: JSON_BODY, body: LARGE }),
  },
  {
    routes: ['/api/v1'],
    what: 'with an unknown key',
    answer: 401,
    // Its checksum is right, so it is looked up.
    ask: () => ({
      method: 'POST',
      path: '/api/v1/integrations/sync',
      headers: { ...JSON_BODY, authorization: `Bearer ${makeApiKey().apiKey}` },
      body: LARGE,
    }),
  },
  {
    routes: ['/operator'],
    // To the page where one signs in.
    answer: 303,
    ask: () => ({
      method: 'POST',
      path: '/operator/people/erase',
      headers: FORM,
      body: `email=${'x'.repeat(8000)}`,
    }),
  },
];

export const LINES = [...PUBLIC_LINES, ...CLOSED_LINES];

/** As figures and tests name a line. */
export const nameOf = ({ routes, what, ask }: Line): string =>
  [ask(NOTHING, 0).method, routes[0], what].filter((part) => part !== undefined).join(' ');

/** What a stranger finds by looking around. `visit` asks for a page and answers it whole. */
export async function lookAround(
  visit: (path: string) => Promise<{ body: string; cookie: string }>,
): Promise<Pick<Known, 'style' | 'login'>> {
  const home = await visit('/');
  const door = await visit('/operator/login');
  return {
    style: found(/href="(\/assets\/[^"]+\.css)"/, home.body),
    login: { cookie: door.cookie, token: found(/name="token"\s+value="([\w-]+)"/, door.body) },
  };
}

function found(pattern: RegExp, page: string): string {
  const part = pattern.exec(page)?.[1];
  if (part === undefined) throw new Error(`${String(pattern)} is not in ${page.slice(0, 500)}`);
  return part;
}
