// The public addresses of the tiny registry: pages, feeds, dumps, keys.
import { createHash, createPublicKey } from 'node:crypto';
import type { Time } from '../observation.ts';
import { isPublic, ORIGIN, time, type Plain, type Shown, type Work } from './tiny-work.ts';

export function pageOf(registry: Shown, url: URL): Plain {
  const path = url.pathname;
  const [, collection, name = ''] = path.split('/');
  const notReady = registry.lies.has('not ready') ? 503 : 200;
  if (path === '/readyz') return { status: notReady, json: { status: 'ok' } };
  if (path === '/healthz' || path === '/status.json') return { status: 200, json: { status: 'ok' } };
  if (path === '/') return { status: 200, text: startPage(registry) };
  if (path === '/sitemap.xml')
    return {
      status: 200,
      text: `<sitemapindex><sitemap><loc>${ORIGIN}/sitemap-1.xml</loc></sitemap></sitemapindex>`,
    };
  if (path === '/sitemap-1.xml') return { status: 200, text: sitemap(registry) };
  if (path === '/oai') return { status: 200, text: oai(registry, url) };
  if (collection === 'activity') return activity(registry, name);
  if (path === '/dumps/index.json') return dumpList(registry);
  const dump = registry.dumps.find(({ file }) => path === `/dumps/${file}`);
  if (dump !== undefined) return { status: 200, bytes: dump.bytes };
  if (path === '/.well-known/artwork-registry-keys.json') return keys(registry);
  if (collection === 'certificates') {
    const id = name.replace('.json', '');
    const isKnown = registry.state.certificates.some((one) => one.id === id);
    return isKnown ? { status: 200, json: registry.certificate(id) } : { status: 404 };
  }
  if (collection === 'search') return { status: 200, text: `<input value="${url.searchParams.get('q')}">` };
  if (collection === 'oembed') return work(registry, (url.searchParams.get('url') ?? '').split('/').at(-1)!);
  return collection === 'artworks' ? work(registry, name) : { status: 404 };
}

function work(registry: Shown, name: string): Plain {
  const [id, form] = name.split('.');
  const work = registry.state.works.find(({ registryId }) => registryId === id);
  if (work?.isWithdrawn && work.wasPublic) return { status: 410, text: `${id} registered, withdrawn` };
  const isOpen = work !== undefined && (isPublic(work) || registry.lies.has('hidden work by its address'));
  if (!isOpen) return { status: 404, text: `${id}: there is no such work` };
  if (form === 'json') return { status: 200, json: registry.record(work) };
  const isOut = registry.lies.has('page of a work does not open');
  return { status: isOut ? 404 : 200, text: `<h1>${String(work.fields['title'])}</h1>` };
}

function startPage(registry: Shown): string {
  const isShown = (work: Work) => isPublic(work) || registry.lies.has('hidden title on the start page');
  const links = registry.state.works
    .filter(isShown)
    .map((work) => `<li>${String(work.fields['title'])}</li>`);
  return `<ul>${links.join('')}</ul><a href="/search?q=x">search</a>`;
}

function sitemap(registry: Shown): string {
  const isShown = (work: Work) => isPublic(work) || registry.lies.has('hidden work in the sitemap');
  const urls = registry.state.works
    .filter(isShown)
    .map(({ registryId }) => `<url><loc>${ORIGIN}/artworks/${registryId}</loc></url>`);
  return `<urlset>${urls.join('')}</urlset>`;
}

function oai(registry: Shown, url: URL): string {
  const from = url.searchParams.get('from') ?? '';
  const until = url.searchParams.get('until') ?? '9999';
  const isLeftOut = registry.lies.has('OAI-PMH leaves out the second of its bound');
  const records = registry.state.steps
    .filter(({ at }) => seconds(at) >= from && (isLeftOut ? seconds(at) < until : seconds(at) <= until))
    .map(({ registryId, at }) => {
      const work = registry.state.works.find((one) => one.registryId === registryId);
      const isThere = work !== undefined && (isPublic(work) || registry.lies.has('hidden work in OAI-PMH'));
      const header = `<identifier>oai:registry.example:${registryId}</identifier><datestamp>${seconds(at)}</datestamp>`;
      if (!isThere) return `<record><header status="deleted">${header}</header></record>`;
      const title = String(work.fields['title']);
      return `<record><header>${header}</header><metadata><oai_dc:dc><dc:title>${title}</dc:title></oai_dc:dc></metadata></record>`;
    });
  if (records.length === 0) return '<OAI-PMH><error code="noRecordsMatch"/></OAI-PMH>';
  return `<OAI-PMH><ListRecords>${records.join('')}</ListRecords></OAI-PMH>`;
}

function activity(registry: Shown, page: string): Plain {
  const id = `${ORIGIN}/activity/1`;
  if (page === '') return { status: 200, json: { type: 'OrderedCollection', first: { id }, last: { id } } };
  const steps = registry.state.steps.filter(
    ({ registryId }) => !(registry.lies.has('activity with a gap') && registryId.endsWith('4')),
  );
  const sign = registry.lies.has('times of the feed go back') ? -1 : 1;
  const orderedItems = steps.map(({ op, registryId, at }) => {
    const object = { id: `${ORIGIN}/artworks/${registryId}`, type: 'HumanMadeObject' };
    const seeAlso = [{ id: `${ORIGIN}/artworks/${registryId}.json` }];
    const endTime = time(sign * at);
    return { type: op === 'upsert' ? 'Update' : 'Delete', endTime, object: { ...object, seeAlso } };
  });
  return { status: 200, json: { type: 'OrderedCollectionPage', id, startIndex: 0, orderedItems } };
}

function dumpList(registry: Shown): Plain {
  const data = registry.dumps.map(({ file, bytes, works, sequence, at }) => ({
    file,
    works,
    sequence,
    created_at: time(at),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return { status: 200, json: { object: 'dump_list', data } };
}

function keys(registry: Shown): Plain {
  const jwk = createPublicKey(registry.signingKey).export({ format: 'jwk' });
  return { status: 200, json: { keys: [{ ...jwk, kid: 'kid-1', revoked_at: null }] } };
}

function seconds(ms: Time): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
