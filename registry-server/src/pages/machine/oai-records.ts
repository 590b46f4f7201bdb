// A work as OAI-PMH hands it out: header, and Dublin Core (oai_dc). Objects become elements; `@` marks an attribute.
import type { Artwork } from '@artwork-registry/contract';
import type { FeedWork } from '../../storage/records.ts';
import { sizeOf, webImage } from '../artwork/facts.ts';

export type XmlNode = { [name: string]: XmlNode | XmlNode[] | string | string[] };

/** `2027-01-31T00:00:00Z`: OAI-PMH counts in whole seconds. */
export const datestamp = (micros: number): string =>
  new Date(Math.floor(micros / 1000)).toISOString().replace(/\.\d+Z$/, 'Z');

export function oaiHeader(work: FeedWork, host: string): XmlNode {
  return {
    ...(work.json === null && { '@status': 'deleted' }),
    identifier: `oai:${host}:${work.registryId}`,
    datestamp: datestamp(work.writtenAt),
  };
}

/** `registry`: its name. It is the publisher, and not the gallery, whose new name would change records without a step in the feed. */
export function oaiRecord(work: FeedWork, host: string, registry: string): XmlNode {
  const header = oaiHeader(work, host);
  if (work.json === null) return { header };
  return { header, metadata: { 'oai_dc:dc': dublinCore(JSON.parse(work.json) as Artwork, registry) } };
}

function dublinCore(artwork: Artwork, registry: string): XmlNode {
  const { artist, year_created: year, medium } = artwork;
  const values: [name: string, value: (string | null | undefined)[]][] = [
    ['dc:title', [artwork.title]],
    ['dc:creator', [artist?.name]],
    ['dc:date', [year]],
    ['dc:type', ['PhysicalObject']],
    ['dc:format', [medium, sizeOf(artwork, { number: String })]],
    ['dc:publisher', [registry]],
    ['dc:identifier', [artwork.links.public_page, artwork.registry_id]],
    ['dc:relation', [webImage(artwork)]],
  ];
  const known = values.map(([name, list]) => [name, list.filter((value) => value != null && value !== '')]);
  return {
    '@xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    '@xsi:schemaLocation':
      'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    ...(Object.fromEntries(known) as XmlNode),
  };
}
