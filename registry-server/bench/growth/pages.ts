// What visitors, harvesters and the operator see.
import { word } from '../dataset.ts';
import { anyWork } from './operation.ts';
import type { Context, Operation } from './operation.ts';

const page = (name: string, path: (context: Context, serial: number) => string): Operation => ({
  name,
  ask: (context, serial) => ({ path: path(context, serial), headers: { accept: 'text/html' } }),
});
const ofOperator = (name: string, path: (context: Context, serial: number) => string): Operation => ({
  name: `console: ${name}`,
  ask: (context, serial) => ({
    path: `/operator${path(context, serial)}`,
    headers: { accept: 'text/html', cookie: context.cookie },
  }),
});
const resumed = ({ feedEnd }: Context, after: number) => {
  const upTo = Number.MAX_SAFE_INTEGER;
  const token = Buffer.from(JSON.stringify({ after: Math.min(after, feedEnd), upTo })).toString('base64url');
  return `/oai?verb=ListRecords&resumptionToken=${token}`;
};
const STEPS_A_PAGE = 1000;

export const PAGES: readonly Operation[] = [
  page('home page', (_, serial) => `/?n=${serial}`),
  page('page of a work', (context, serial) => `/artworks/${anyWork(context, serial)}`),
  page('page of a work as JSON-LD', (context, serial) => `/artworks/${anyWork(context, serial)}.jsonld`),
  page('QR code', (context, serial) => `/artworks/${anyWork(context, serial)}/qr.svg`),
  {
    ...page('label (PDF)', (context, serial) => `/artworks/${anyWork(context, serial)}/label.pdf`),
    mostCalls: 15,
  },
  page('page of an artist', ({ artists }, serial) => {
    const { length } = artists;
    return `/artists/${artists[serial % length]}?page=${1 + Math.floor(serial / length)}`;
  }),
  page(
    'page of a gallery',
    (_, serial) => `/galleries/gallery-${serial % 20}?page=${1 + Math.floor(serial / 20)}`,
  ),
  page('search page, broad', (_, serial) => `/search?q=portrait&page=${1 + serial}`),
  page(
    'search page, narrow',
    ({ world }, serial) => `/search?q=${word((serial * 137) % Math.min(20_000, world.works))}`,
  ),
  page('oEmbed', (context, serial) => {
    const url = `${context.server.url}/artworks/${anyWork(context, serial)}`;
    return `/oembed?url=${encodeURIComponent(url)}`;
  }),
  page('OAI-PMH, first page', (context, serial) => resumed(context, serial)),
  page('OAI-PMH, last page', (context, serial) => resumed(context, context.feedEnd - 101 - serial)),
  page(
    'OAI-PMH, from a date',
    (_, serial) =>
      `/oai?verb=ListRecords&metadataPrefix=oai_dc&from=2020-01-${String(1 + (serial % 28)).padStart(2, '0')}`,
  ),
  page('sitemap', (_, serial) => `/sitemap.xml?n=${serial}`),
  page('part of the sitemap', ({ sitemapPart }) => sitemapPart),
  page('activity', (_, serial) => `/activity?n=${serial}`),
  page('activity, first page', () => '/activity/page-0'),
  page(
    'activity, last full page',
    ({ feedEnd }) => `/activity/page-${Math.max(0, Math.floor(feedEnd / STEPS_A_PAGE) - 1)}`,
  ),
  page('list of dumps', () => '/dumps/index.json'),
  page('status', (_, serial) => `/status?n=${serial}`),
  page('status (JSON)', (_, serial) => `/status.json?n=${serial}`),
  ofOperator('overview', () => ''),
  ofOperator('works', () => '/works'),
  ofOperator('works by a word', (_, serial) => `/works?text=portrait&page=${1 + serial}`),
  ofOperator('works, one Art ID', (context, serial) => `/works?id=${anyWork(context, serial)}`),
  ofOperator('artists by name', () => '/artists?name=anna'),
  ofOperator('organizations', () => '/organizations'),
  ofOperator('one organization', (_, serial) => `/organizations/gallery-${serial % 20}`),
  ofOperator('one profile', (_, serial) => `/profiles/gallery-${serial % 20}`),
  ofOperator('deliveries', () => '/deliveries'),
  ofOperator('webhooks', () => '/webhooks'),
  ofOperator('actions', () => '/actions'),
  ofOperator('access requests', () => '/access-requests'),
];
