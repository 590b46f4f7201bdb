// OAI-PMH against the XML Schemas of openarchives.org: every verb, every error, and a harvest to its end.
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { OAI_PAGE } from '../../../src/pages/machine/oai.ts';
import { startTestRegistry } from '../../support/test-registry.ts';
import type { TestRegistry } from '../../support/test-registry.ts';
import { readSchema, whyAbsent } from './published-schemas.ts';

const SCHEMAS = ['OAI-PMH.xsd', 'oai_dc.xsd', 'simpledc20021212.xsd'];
// One schema for the answer and the Dublin Core inside it, so that both are judged strictly.
const BOTH = `<schema xmlns="http://www.w3.org/2001/XMLSchema">
<import namespace="http://www.openarchives.org/OAI/2.0/" schemaLocation="OAI-PMH.xsd"/>
<import namespace="http://www.openarchives.org/OAI/2.0/oai_dc/" schemaLocation="oai_dc.xsd"/>
</schema>`;
// All that simple Dublin Core takes from the schema of the XML namespace.
const XML_LANG = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
<attribute name="lang" type="language"/>
</schema>`;

let registry: TestRegistry;
const works = OAI_PAGE + 5;
let shown: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  const { api } = await registry.organization('galerie-harvest');
  const ids: string[] = [];
  for (let serial = 0; serial < works; serial += 1) {
    const work = { title: `Work <${serial}> & "more"`, artist_name: 'Ana Kovač', height_cm: 5, width_cm: 4 };
    ids.push((await api('POST', '/artworks', work)).body.registry_id);
  }
  await api('PATCH', `/artworks/${ids[0]}`, { availability: 'fully_private' });
  shown = `oai:registry.test:${ids[1]}`;
});
afterAll(() => registry.close());
beforeEach(({ skip }) => {
  const reason = whyAbsent(...SCHEMAS);
  if (reason !== undefined) skip(reason);
});

const ask = async (query: string) =>
  (await registry.app.inject({ method: 'GET', url: `/oai?${query}` })).body;

async function faultsOf(answer: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'answer.xml', contents: answer }],
    schema: [{ fileName: 'both.xsd', contents: BOTH }],
    preload: [
      // Nothing is fetched: an import is found by the last part of its address.
      ...SCHEMAS.map((fileName) => ({
        fileName,
        contents: readSchema(fileName).replace(/schemaLocation="[^"]*\//g, 'schemaLocation="'),
      })),
      { fileName: 'xml.xsd', contents: XML_LANG },
    ],
  });
  return errors.map(({ message }) => message);
}

it.each([
  'verb=Identify',
  'verb=ListMetadataFormats',
  'verb=ListSets',
  'verb=GetRecord&metadataPrefix=oai_dc&identifier=',
  'verb=ListIdentifiers&metadataPrefix=oai_dc&from=2020-01-01',
  'verb=ListRecords&metadataPrefix=oai_dc&from=2020-01-01T00:00:00Z&until=2099-01-01T00:00:00Z',
  'verb=ListRecords&metadataPrefix=oai_dc&from=2098-01-01',
  'verb=ListRecords&metadataPrefix=marc',
  'verb=ListRecords&resumptionToken=x',
  'verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:registry.test:AREG-999999',
  'verb=Nothing',
  '',
])('answers "%s" as the schema demands', async (query) => {
  const answer = await ask(query.endsWith('identifier=') ? query + encodeURIComponent(shown) : query);
  expect(await faultsOf(answer)).toEqual([]);
});

it('is valid on each page until the end of a harvest, with the deleted record', async () => {
  const read = (xml: string) => new XMLParser().parse(xml)['OAI-PMH'].ListRecords;
  let records = 0;
  let deleted = 0;
  for (let query = 'verb=ListRecords&metadataPrefix=oai_dc'; query !== '';) {
    const answer = await ask(query);
    expect(await faultsOf(answer)).toEqual([]);
    const { record, resumptionToken: token } = read(answer);
    records += record.length;
    deleted += answer.split('status="deleted"').length - 1;
    query = token ? `verb=ListRecords&resumptionToken=${token}` : '';
  }
  expect({ records, deleted }).toEqual({ records: works, deleted: 1 });
});

it.each([
  ['an element of its own', (answer: string) => answer.replace('<dc:title>', '<dc:name/><dc:title>')],
  ['no date of the record', (answer: string) => answer.replace(/<datestamp>.*?<\/datestamp>/, '')],
  ['a date without Z', (answer: string) => answer.replace(/Z<\/datestamp>/, '+01:00</datestamp>')],
  ['another status', (answer: string) => answer.replace('<header>', '<header status="hidden">')],
])('is not valid with %s', async (_fault, spoil) => {
  const good = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${encodeURIComponent(shown)}`);
  const spoilt = spoil(good);
  expect(spoilt).not.toBe(good);
  expect(await faultsOf(good)).toEqual([]);
  expect(await faultsOf(spoilt)).not.toEqual([]);
});
