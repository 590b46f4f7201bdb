// What a caller without a key, a signature or a session may ask of each address, at its dearest: the largest input that is allowed, and
// the question that costs most. An address without a line fails in every-address.test.ts.

import type { Ask } from '../../../packages/kit/tests/strangers/stranger-process.ts';
import { makeApiKey } from '../../src/domain/access/api-key.ts';

/** What is there to be asked for. */
export type Known = { works: number; gallery: string; certificate: string };
type Line = {
  /** Routes as the server's tree names them. */
  routes: readonly string[];
  /** The n-th question; another one each time where a repeated one would be answered from memory. */
  ask: (known: Known, serial: number) => Ask;
};

const JSON_BODY = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const work = ({ works }: Known, serial: number) => `AREG-${100_001 + ((serial * 7919) % works)}`;
const get =
  (path: string | ((known: Known, serial: number) => string)): Line['ask'] =>
  (known, serial) => ({ method: 'GET', path: typeof path === 'string' ? path : path(known, serial) });

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
      return `/labels.pdf?ids=${ids.join(',')}`;
    }),
  },
  { routes: ['/artists/:id'], ask: get((_, serial) => `/artists/${serial + 1}?page=1000`) },
  {
    routes: ['/galleries/:id', '/museums/:id', '/collections/:id'],
    ask: get(({ gallery }, serial) => `/galleries/${gallery}?page=${serial % 400}`),
  },
  { routes: ['/certificates/:id'], ask: get(({ certificate }) => `/certificates/${certificate}.pdf`) },
  { routes: ['/activity'], ask: get('/activity') },
  { routes: ['/activity/context.json'], ask: get('/activity/context.json') },
  {
    routes: ['/activity/page-:page'],
    ask: get(({ works }, serial) => `/activity/page-${1 + (serial % Math.max(1, Math.floor(works / 100)))}`),
  },
  { routes: ['/sitemap.xml'], ask: get('/sitemap.xml') },
  { routes: ['/sitemap-:part.xml'], ask: get('/sitemap-1.xml') },
  { routes: ['/oai'], ask: get('/oai?verb=ListRecords&metadataPrefix=oai_dc') },
  {
    routes: ['/oembed'],
    ask: get(
      (known, serial) =>
        `/oembed?url=${encodeURIComponent(`https://registry.example/artworks/${work(known, serial)}`)}`,
    ),
  },
  { routes: ['/llms.txt'], ask: get('/llms.txt') },
  { routes: ['/robots.txt'], ask: get('/robots.txt') },
  { routes: ['/guide', '/guide*'], ask: get('/guide/') },
  { routes: ['/assets'], ask: get('/assets/nothing.css') },
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
    ask: (_, serial) => ({
      method: 'POST',
      path: '/api/v1/integrations/access-requests/claim',
      headers: JSON_BODY,
      body: JSON.stringify({ request_id: `req_${serial}`, claim_token: 'x'.repeat(43) }),
    }),
  },
  {
    routes: ['/operator/login'],
    ask: (_, serial) => ({
      method: 'POST',
      path: '/operator/login',
      headers: FORM,
      body: `name=operator${serial}&password=${'x'.repeat(1000)}`,
    }),
  },
  { routes: ['/operator', '/operator/open'], ask: get('/operator/open?token=nothing') },
];

/** Every other address of the API and of the console: a key or a session comes first. */
export const CLOSED_LINES: readonly Line[] = [
  {
    routes: ['/api/v1'],
    ask: () => ({ method: 'POST', path: '/api/v1/artworks', headers: JSON_BODY, body: LARGE }),
  },
  {
    routes: ['/api/v1'],
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
    ask: () => ({
      method: 'POST',
      path: '/operator/people/erase',
      headers: FORM,
      body: `email=${'x'.repeat(8000)}`,
    }),
  },
];

export const LINES = [...PUBLIC_LINES, ...CLOSED_LINES];
