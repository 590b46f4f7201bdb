// What a program finds out from the head of an answer alone (FAIR Signposting, https://signposting.org/FAIR): which address is to be
// cited, where the same is said in other forms, what it tells of, to what it belongs, and its licence.
import { institutionPath } from './lists/paths.ts';

export const LINKED_ART_PROFILE = 'https://linked.art/ns/v1/linked-art.json';

type Target = { href: string; rel: string; type?: string; profile?: string };

/** The value of a Link header (RFC 8288). Every `href` is an address in ASCII. */
function linkHeader(targets: Target[]): string {
  return targets
    .map(({ href, ...parameters }) =>
      [`<${href}>`, ...Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)].join('; '),
    )
    .join(', ');
}

/** `licence` as the operator states it: its name, or its address, which alone can be linked to. */
export function licenceAddress(licence: string | undefined): string | undefined {
  const url = licence === undefined ? null : URL.parse(licence);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const FORMS = {
  json: { suffix: '.json', type: 'application/json' },
  jsonld: { suffix: '.jsonld', type: 'application/ld+json' },
  'linked-art': {
    suffix: '.jsonld?profile=linked-art',
    type: 'application/ld+json',
    profile: LINKED_ART_PROFILE,
  },
} as const;

type Page = {
  /** The one to be cited. */
  address: string;
  /** In which the same is said for programs. */
  forms: (keyof typeof FORMS)[];
  /** The term of schema.org for what the page is about; undefined: there is none. */
  subject?: string;
  collection?: { type: string; slug: string } | null;
  licence?: string | undefined;
};

/** For the page of a record. */
export function pageLinks({ address, forms, subject, collection, licence }: Page): string {
  const collectionPath = collection ? institutionPath(collection) : undefined;
  return linkHeader([
    { href: address, rel: 'cite-as' },
    ...forms.map((form) => {
      const { suffix, ...parameters } = FORMS[form];
      return { href: `${address}${suffix}`, rel: 'describedby', ...parameters };
    }),
    ...['AboutPage', subject].flatMap((term) =>
      term === undefined ? [] : [{ href: `https://schema.org/${term}`, rel: 'type' }],
    ),
    ...(collectionPath === undefined
      ? []
      : [{ href: new URL(collectionPath, address).href, rel: 'collection', type: 'text/html' }]),
    ...licenceTarget(licence),
  ]);
}

/** For what programs read of the same record: the way back to its page. */
export function formLinks(address: string, licence?: string): string {
  return linkHeader([
    { href: address, rel: 'cite-as' },
    { href: address, rel: 'describes', type: 'text/html' },
    ...licenceTarget(licence),
  ]);
}

/** For the dumps. */
export const dumpLinks = (licence: string | undefined): string | undefined =>
  licence === undefined ? undefined : linkHeader(licenceTarget(licence));

const licenceTarget = (licence: string | undefined): Target[] =>
  licence === undefined ? [] : [{ href: licence, rel: 'license' }];
