// The public pages and the other public forms of what the registry shows: addresses, and which form a reader gets. The headers
// are set here and not by @fastify/helmet: its defaults, such as HSTS and upgrade-insecure-requests, would lock browsers out of
// a registry that also speaks plain HTTP on loopback.
import { artIdOf } from '@artwork-registry/contract';
import type { Artist, Artwork, Institution } from '@artwork-registry/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { senderOf } from '@artwork-registry/contract';
import { BASE_PATH, routeOf } from '../http/endpoint.ts';
import type { ArtworkFilter } from '../storage/records.ts';
import { ReadTooLong } from '../storage/storage.ts';
import { JSON_TYPE } from '../http/error-replies.ts';
import { MISSING_JSON, sendAbsence, sendForm, localeFor } from './answer.ts';
import type { Form } from './answer.ts';
import { artworkPage } from './artwork/artwork-page.ts';
import { leadToCapitals } from './artwork/in-capitals.ts';
import { jsonLdOf } from './artwork/json-ld.ts';
import { linkedArtOf } from './artwork/linked-art.ts';
import { tombstone, tombstoneJson } from './artwork/tombstone.ts';
import { addAssets } from './assets.ts';
import { INSTITUTIONS } from './lists/paths.ts';
import type { InstitutionType } from './lists/paths.ts';
import { filterOf, PageNumber, readSearch } from './lists/query.ts';
import { recordJsonLd, recordPage, termOf } from './lists/record-page.ts';
import type { ShownRecord } from './lists/record-page.ts';
import { searchPage } from './lists/search-page.ts';
import type { Found } from './lists/search-page.ts';
import { NEWEST, startPage } from './lists/start-page.ts';
import { PAGE_SIZE } from './lists/work-grid.ts';
import { addCertificateRoutes } from './certificates/routes.ts';
import { addBudget } from './budget.ts';
import { addGuide } from './guide.ts';
import { addActivityRoutes } from './machine/activity.ts';
import { addDumpRoutes } from './machine/dump-routes.ts';
import { addMachineRoutes } from './machine/routes.ts';
import { KeptForms } from './page-cache.ts';
import { addOaiRoutes } from './machine/oai.ts';
import { addStatusRoutes } from './status.ts';
import { missingPage, PAGE_CSP } from './page-layout.ts';
import type { Locale } from './words.ts';
import { queryOf, wantedForm } from './negotiate-format.ts';
import type { ById, WantedForm } from './negotiate-format.ts';
import type { PublicSide } from './public-side.ts';
import { Printer } from './print/printer.ts';
import { addPrintRoutes } from './print/routes.ts';
import { createTurns } from './turns.ts';
import { findPublicArtwork } from './public-artwork.ts';
import { formLinks, licenceAddress, LINKED_ART_PROFILE, pageLinks } from './signposts.ts';
import type { PublicWork } from '../storage/public-form.ts';

const SUFFIXES = { html: '', json: '.json', jsonld: '.jsonld', 'linked-art': '.jsonld' } as const;
const JSON_LD = 'application/ld+json; charset=utf-8';
const LINKED_ART = `application/ld+json; profile="${LINKED_ART_PROFILE}"`;

const PAGE_HEADERS = {
  'content-security-policy': PAGE_CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** Readers of Linked Art and IIIF run in browsers, on other sites. What is here needs no key and knows no cookie. */
const FOR_ALL_ORIGINS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'link' };

export function addPageRoutes(app: FastifyInstance, side: PublicSide): void {
  const { storage, place, publicUrl } = side;
  const { clock } = storage;
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request);
    if (!route.startsWith(BASE_PATH)) reply.headers(PAGE_HEADERS);
    if (!route.startsWith(BASE_PATH) && !route.startsWith('/operator')) reply.headers(FOR_ALL_ORIGINS);
    done();
  });
  const printer = new Printer({ clock, onFault: (error, what) => app.log.error({ err: error }, what) });
  app.addHook('onClose', () => printer.close());
  addAssets(app);
  addGuide(app, clock);
  addBudget(app, { clock, budget: side.budget, publicUrl, hasDumps: side.dumps !== undefined });
  const turns = createTurns();
  addMachineRoutes(app, side, turns);
  addActivityRoutes(app, side, turns);
  addOaiRoutes(app, side, turns);
  addCertificateRoutes(app, side, printer);
  addPrintRoutes(app, side, printer, turns);
  addStatusRoutes(app, side);
  if (side.dumps !== undefined) addDumpRoutes(app, side, side.dumps);

  const kept = new KeptForms();
  const inCapitals = { onRequest: leadToCapitals(publicUrl) };
  const list = async (filter: ArtworkFilter, request: FastifyRequest): Promise<Found> => {
    const caller = { id: `page ${senderOf(request.ip)}`, isThere: () => !request.raw.destroyed };
    const { total, json } = await storage.listPublicJson(filter, caller);
    return { total, works: JSON.parse(new TextDecoder().decode(json)) as Artwork[] };
  };

  app.get('/', async (request, reply) => {
    const found = await list({ limit: NEWEST, offset: 0 }, request);
    return sendForm(request, reply, startPage(place, localeFor(request), found));
  });

  app.get('/search', async (request, reply) => {
    const search = readSearch(request.query);
    const artId = artIdOf(search.q ?? '');
    // One that is not public answers like one that was never issued: with what the words of it find.
    if (artId !== undefined && (await findPublicArtwork(storage, artId)) !== undefined) {
      return reply.redirect(`${publicUrl()}/artworks/${artId}`, 302);
    }
    const found = await list(filterOf(search), request).catch((error: unknown) => {
      if (error instanceof ReadTooLong) return null;
      throw error;
    });
    return sendForm(request, reply, searchPage(place, localeFor(request), search, found));
  });

  app.get<ById>('/artworks/:id', inCapitals, async (request, reply) => {
    const { id, form } = wantedForm(request);
    const found = await storage.findPublicForm(id);
    if (found === undefined) return sendMissing(request, reply, form);
    if (found.withdrawn !== undefined) {
      const isPage = form === 'html';
      return sendAbsence(
        reply,
        410,
        isPage ? tombstone(place, localeFor(request), found.withdrawn) : tombstoneJson(found.withdrawn),
      );
    }
    const { json, isTransferred, isInDumps } = found;
    const locale = localeFor(request);
    const name = [form, locale.language, id, isTransferred, isInDumps].join(' ');
    return kept.send(request, reply, { name, made: json, make: () => madeForm(form, locale, found) });
  });

  function madeForm(form: WantedForm, locale: Locale, { json, isTransferred, isInDumps }: PublicWork): Form {
    const artwork = JSON.parse(json) as Artwork;
    const address = artwork.links.public_page;
    // The operator states it for what is in the dumps: a gallery that keeps out of them has granted none.
    const licence = isInDumps ? licenceAddress(side.dumps?.licence) : undefined;
    if (form !== 'html') return { ...programForm(form, json, artwork), link: formLinks(address, licence) };
    const collection = artwork.current_collection;
    const link = pageLinks({
      address,
      forms: ['json', 'jsonld', 'linked-art'],
      subject: 'VisualArtwork',
      collection,
      licence,
    });
    return { ...artworkPage(place, locale, artwork, isTransferred), link };
  }

  function programForm(form: Exclude<WantedForm, 'html'>, json: string, artwork: Artwork): Form {
    if (form === 'json') return { type: JSON_TYPE, body: json };
    if (form === 'jsonld') return { type: JSON_LD, body: JSON.stringify(jsonLdOf(artwork)) };
    return { type: LINKED_ART, body: JSON.stringify(linkedArtOf(artwork)) };
  }

  function sendMissing(request: FastifyRequest, reply: FastifyReply, form: WantedForm): FastifyReply {
    return sendAbsence(reply, 404, form === 'html' ? missingPage(place, localeFor(request)) : MISSING_JSON);
  }

  async function sendRecord(
    request: FastifyRequest<ById>,
    reply: FastifyReply,
    folder: string,
    find: (id: string) => Promise<Artist | Institution | undefined>,
    shownAs: (record: Artist | Institution) => Pick<ShownRecord, 'kind'> & { filter: Partial<ArtworkFilter> },
  ): Promise<FastifyReply> {
    const { id, form } = wantedForm(request);
    const record = await find(id);
    if (record === undefined) return sendMissing(request, reply, form);
    const { kind, filter } = shownAs(record);
    const shown = { kind, record, address: `${publicUrl()}/${folder}/${record.slug}` };
    // A former name of the record, or its uuid: its address is the slug.
    if (id !== record.slug)
      return reply.redirect(`${shown.address}${SUFFIXES[form]}${queryOf(request)}`, 301);
    if (form !== 'html') {
      const [type, said] = form === 'json' ? [JSON_TYPE, record] : [JSON_LD, recordJsonLd(shown)];
      return sendForm(request, reply, { type, body: JSON.stringify(said), link: formLinks(shown.address) });
    }
    const page = PageNumber.parse(request.query.page ?? 1);
    const found = await list({ ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, request);
    const link = pageLinks({
      address: shown.address,
      forms: ['json', 'jsonld'],
      subject: termOf(shown),
    });
    return sendForm(request, reply, {
      ...recordPage(place, localeFor(request), shown, found, page),
      link,
    });
  }

  app.get<ById>('/artists/:id', (request, reply) =>
    sendRecord(
      request,
      reply,
      'artists',
      (id) => storage.findArtist(id),
      ({ id: artistId }) => ({ kind: 'artist', filter: { artistId } }),
    ),
  );
  for (const [type, folder] of Object.entries(INSTITUTIONS) as [InstitutionType, string][]) {
    app.get<ById>(`/${folder}/:id`, (request, reply) =>
      sendRecord(
        request,
        reply,
        folder,
        (id) => storage.findInstitution(type, id),
        ({ id: profileId }) => ({ kind: type, filter: { profileId } }),
      ),
    );
  }
}
