// A library that harvests `/oai` (OAI-PMH 2.0): everything the first time, later from the newest datestamp that it has, which is inclusive.
import { XMLParser } from 'fast-xml-parser';
import { at, listAt, read, stringAt } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';

export type OaiRecord = { isDeleted: boolean; titles: readonly string[]; datestamp: string };
export type OaiHarvesterState = { newest: string | null; records: Record<string, OaiRecord> };

const MOST_PAGES = 20_000;
const ART_ID = /[A-Z][A-Z0-9]{1,11}-\d{1,16}/;
const REPEATED = new Set(['record', 'title', 'identifier', 'creator', 'date']);
const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  // Without it the parser leaves numbered characters such as &#39; as they are.
  htmlEntities: true,
  parseAttributeValue: false,
  isArray: (name) => REPEATED.has(name),
});

export class OaiHarvester {
  state: OaiHarvesterState = { newest: null, records: {} };

  restart(): void {
    this.state = { newest: null, records: {} };
  }

  /** `bounds`: of the first page; what is new since the last look. */
  async look(
    call: Call,
    registry: RegistryFacts,
    bounds = this.state.newest === null ? '' : `&from=${this.state.newest}`,
  ): Promise<string[]> {
    let query = `verb=ListRecords&metadataPrefix=oai_dc${bounds}`;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { status, text } = await read(call, {
        origin: registry.origin,
        method: 'GET',
        path: `/oai?${query}`,
      });
      if (status !== 200) return [`GET /oai?${query} answered ${status}`];
      const root = at(parser.parse(text), 'OAI-PMH');
      const error = at(root, 'error');
      if (error !== undefined) {
        const code = stringAt(error, '@_code');
        return code === 'noRecordsMatch' ? [] : [`GET /oai?${query} answered the error ${String(code)}`];
      }
      for (const record of listAt(root, 'ListRecords', 'record')) this.take(record);
      const token = at(root, 'ListRecords', 'resumptionToken');
      const next = typeof token === 'string' ? token : stringAt(token, '#text');
      if (next === null || next === '') return [];
      query = `verb=ListRecords&resumptionToken=${encodeURIComponent(next)}`;
    }
    return [`/oai has no end after ${MOST_PAGES} pages`];
  }

  private take(record: unknown): void {
    const header = at(record, 'header');
    const identifier = stringAt(header, 'identifier', 0) ?? '';
    const id = ART_ID.exec(identifier)?.[0];
    const datestamp = stringAt(header, 'datestamp') ?? '';
    if (id === undefined) return;
    const isDeleted = stringAt(header, '@_status') === 'deleted';
    const titles = listAt(record, 'metadata', 'dc', 'title').map((title) =>
      typeof title === 'string' ? title : (stringAt(title, '#text') ?? ''),
    );
    this.state.records[id] = { isDeleted, titles, datestamp };
    if (this.state.newest === null || datestamp > this.state.newest) this.state.newest = datestamp;
  }
}
