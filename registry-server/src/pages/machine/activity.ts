// The feed of changes in the form of IIIF Change Discovery 1.0 (ActivityStreams), for aggregators that know nothing of our API.
// A page is a fixed range of the feed's numbers, so that it never moves; it may become thinner.
import type { FastifyInstance } from 'fastify';
import type { ChangeRecord, PublicProfile } from '../../storage/records.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { MISSING_JSON, sendAbsence, sendForm } from '../answer.ts';
import { institutionPath } from '../lists/paths.ts';
import type { PublicSide } from '../public-side.ts';
import { LINKED_ART_PROFILE } from '../signposts.ts';
import type { Turns } from '../turns.ts';

export const ACTIVITY_PAGE = 500;
/** Steps that are made at a time. */
const PER_PIECE = 100;

const CONTEXT = 'http://iiif.io/api/discovery/1/context.json';
/** What the context of IIIF has no word for. It has an address of its own: a page may name contexts, and not contain one (3.4.1). */
const MORE_TERMS = {
  '@context': {
    schema: 'https://schema.org/',
    name: 'schema:name',
    addressLocality: 'schema:addressLocality',
    addressCountry: 'schema:addressCountry',
    siteUrl: { '@id': 'schema:url', '@type': '@id' },
  },
};
const TERMS_PATH = '/activity/context.json';
const A_DAY = 'public, max-age=86400';
const TYPE = `application/ld+json;profile="${CONTEXT}"`;

/** `turns`: of all that is answered in pieces. */
export function addActivityRoutes(app: FastifyInstance, side: PublicSide, turns: Turns): void {
  const { storage, publicUrl } = side;
  const pageOf = (seq: number) => Math.floor(seq / ACTIVITY_PAGE);
  const page = (number: number) => ({
    id: `${publicUrl()}/activity/page-${number}`,
    type: 'OrderedCollectionPage',
  });
  const collection = () => ({ id: `${publicUrl()}/activity/`, type: 'OrderedCollection' });

  app.get('/activity', async (request, reply) => {
    const [end, { after }] = await Promise.all([storage.findFeedEnd(), storage.listFeedRange(0, 0)]);
    const body = JSON.stringify({
      '@context': CONTEXT,
      ...collection(),
      ...(after !== null && { first: page(pageOf(after)) }),
      last: page(pageOf(end)),
    });
    return sendForm(request, reply, { type: TYPE, body });
  });

  app.get(TERMS_PATH, (request, reply) =>
    sendForm(request, reply, { type: 'application/ld+json', body: JSON.stringify(MORE_TERMS) }, A_DAY),
  );

  app.get<{ Params: { page: string } }>('/activity/page-:page(^\\d{1,12}$)', async (request, reply) => {
    const number = Number(request.params.page);
    const [from, to] = [number * ACTIVITY_PAGE, (number + 1) * ACTIVITY_PAGE];
    const { changes, isEmpty, before, after } = await storage.listFeedRange(from, to);
    const isFirst = number === 0 && before === null && after === null;
    if (isEmpty && !isFirst) return sendAbsence(reply, 404, MISSING_JSON);
    const orderedItems = await turns.map(changes, PER_PIECE, (change) => activityOf(change, publicUrl()));
    const body = JSON.stringify({
      '@context': [`${publicUrl()}${TERMS_PATH}`, CONTEXT],
      ...page(number),
      partOf: collection(),
      startIndex: from,
      ...(before !== null && { prev: page(pageOf(before)) }),
      ...(after !== null && { next: page(pageOf(after)) }),
      orderedItems,
    });
    // The last page still grows.
    return sendForm(request, reply, { type: TYPE, body }, after === null ? undefined : A_DAY);
  });
}

function activityOf(change: ChangeRecord, publicUrl: string): Record<string, unknown> {
  const common = {
    id: `${publicUrl}/activity/step-${change.seq}`,
    endTime: isoOfMicros(change.writtenAt),
  };
  if (change.op === 'installation') {
    const { id, site_url: siteUrl } = change.installation;
    // An installation has no page. The specification asks for an HTTP address that answers (3.3): that of the feed does.
    const object = { id: `${publicUrl}/activity/#${id}`, type: 'Service', siteUrl };
    return { ...common, type: 'Update', object };
  }
  if (change.op === 'profile') {
    const { former_slug: former, ...profile } = change.profile;
    const object = profileObject(profile, publicUrl);
    if (former === null) return { ...common, type: 'Update', object };
    const before = { id: `${publicUrl}${institutionPath({ ...profile, slug: former })}`, type: object.type };
    return { ...common, type: 'Move', object: before, target: object };
  }
  const address = `${publicUrl}/artworks/${change.registryId}`;
  if (change.op === 'remove')
    return { ...common, type: 'Delete', object: { id: address, type: 'HumanMadeObject' } };
  return {
    ...common,
    type: 'Update',
    object: {
      id: address,
      type: 'HumanMadeObject',
      seeAlso: [
        { id: `${address}.json`, type: 'Dataset', format: 'application/json' },
        {
          id: `${address}.jsonld?profile=linked-art`,
          type: 'Dataset',
          format: 'application/ld+json',
          profile: LINKED_ART_PROFILE,
        },
      ],
    },
  };
}

function profileObject(
  { slug, type, name, city, country }: Omit<PublicProfile, 'former_slug'>,
  publicUrl: string,
) {
  return {
    id: `${publicUrl}${institutionPath({ type, slug })}`,
    type: 'Group',
    name,
    ...(city !== null && { addressLocality: city }),
    ...(country !== null && { addressCountry: country }),
  };
}
