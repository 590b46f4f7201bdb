// A work as Linked Art (https://linked.art, model 1.0), from the public projection only. Terms are of the Getty AAT.
import { isPlaceholderArtist } from '@artwork-registry/contract';
import type { Artwork } from '@artwork-registry/contract';
import { webImage } from './facts.ts';

type Node = Record<string, unknown>;

const AAT = 'http://vocab.getty.edu/aat/';
const type = (number: string, label: string): Node => ({
  id: `${AAT}${number}`,
  type: 'Type',
  _label: label,
});

const ARTWORK = { ...type('300133025', 'Artwork'), classified_as: [type('300435443', 'Type of Work')] };
const PRIMARY_NAME = type('300404670', 'Primary Name');
const IDENTIFIER = type('300404012', 'Unique Identifier');
const MATERIAL = {
  ...type('300435429', 'Material Statement'),
  classified_as: [type('300418049', 'Brief Text')],
};
const CREATOR = {
  ...type('300435416', 'Creator Description'),
  classified_as: [type('300418049', 'Brief Text')],
};
const WEB_PAGE = type('300264578', 'Web Page');
const DIGITAL_IMAGE = type('300215302', 'Digital Image');
const CENTIMETRES: Node = { id: `${AAT}300379098`, type: 'MeasurementUnit', _label: 'centimeters' };
const SIDES = [
  ['height', type('300055644', 'height')],
  ['width', type('300055647', 'width')],
  ['depth', type('300072633', 'depth')],
] as const;

export function linkedArtOf(artwork: Artwork): Node {
  const { registry_id: id, links, medium, dimensions_cm: size } = artwork;
  const origin = new URL(links.public_page).origin;
  const title = artwork.title ?? 'Untitled';
  const image = webImage(artwork);
  return {
    '@context': 'https://linked.art/ns/v1/linked-art.json',
    id: links.public_page,
    type: 'HumanMadeObject',
    _label: title,
    classified_as: [ARTWORK],
    identified_by: [
      { type: 'Name', classified_as: [PRIMARY_NAME], content: title },
      { type: 'Identifier', classified_as: [IDENTIFIER], content: id },
    ],
    ...(medium === null
      ? {}
      : { referred_to_by: [{ type: 'LinguisticObject', classified_as: [MATERIAL], content: medium }] }),
    ...dimensions(size),
    ...production(artwork, origin),
    subject_of: [
      {
        type: 'LinguisticObject',
        digitally_carried_by: [
          {
            type: 'DigitalObject',
            classified_as: [WEB_PAGE],
            format: 'text/html',
            access_point: [{ id: links.public_page, type: 'DigitalObject' }],
          },
        ],
      },
    ],
    ...(image === null
      ? {}
      : {
          representation: [
            {
              type: 'VisualItem',
              digitally_shown_by: [
                {
                  type: 'DigitalObject',
                  classified_as: [DIGITAL_IMAGE],
                  access_point: [{ id: image, type: 'DigitalObject' }],
                },
              ],
            },
          ],
        }),
  };
}

function dimensions(size: Artwork['dimensions_cm']): Node {
  const known = SIDES.flatMap(([side, classified]) => {
    const value = size?.[side];
    return value == null
      ? []
      : [{ type: 'Dimension', classified_as: [classified], value, unit: CENTIMETRES }];
  });
  return known.length === 0 ? {} : { dimension: known };
}

/** The year stays text: "c. 1890" names no interval that anybody has agreed on. */
function production({ artist, year_created: year }: Artwork, origin: string): Node {
  if (artist === null && year === null) return {};
  return {
    produced_by: {
      type: 'Production',
      ...(artist === null ? {} : makerOf(artist, origin)),
      ...(year === null
        ? {}
        : {
            timespan: {
              type: 'TimeSpan',
              identified_by: [
                { type: 'Name', classified_as: [type('300404669', 'Display Title')], content: year },
              ],
              ...exactYear(year),
            },
          }),
    },
  };
}

/** "Anonymous" names no person: works by nobody in particular are not by one and the same. */
function makerOf({ name, slug }: NonNullable<Artwork['artist']>, origin: string): Node {
  return isPlaceholderArtist(name)
    ? { referred_to_by: [{ type: 'LinguisticObject', classified_as: [CREATOR], content: name }] }
    : { carried_out_by: [{ id: `${origin}/artists/${slug}`, type: 'Person', _label: name }] };
}

function exactYear(year: string): Node {
  if (!/^\d{4}$/.test(year)) return {};
  return { begin_of_the_begin: `${year}-01-01T00:00:00Z`, end_of_the_end: `${year}-12-31T23:59:59Z` };
}
