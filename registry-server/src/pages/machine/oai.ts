// OAI-PMH 2.0: how libraries and aggregators harvest. Works come in the order of the feed, each once, with its last change; works that
// are not shown any longer stay as deleted records.
import formbody from '@fastify/formbody';
import { XMLBuilder } from 'fast-xml-parser';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { LATEST } from '../../storage/timestamp.ts';
import type { PublicSide } from '../public-side.ts';
import type { Turns } from '../turns.ts';
import { datestamp, oaiHeader, oaiRecord } from './oai-records.ts';
import type { XmlNode } from './oai-records.ts';

/** Records of an answer. */
export const OAI_PAGE = 100;
/** Records that are made at a time: half a millisecond. */
const PER_PIECE = 10;

/** Longer than any write takes: it has its time from its beginning, and is read only after its end. */
const LONGEST_WRITE_MS = 60_000;

const PREFIX = 'oai_dc';
const END_OF_FEED = Number.MAX_SAFE_INTEGER;
const SECOND = 1_000_000;

/** What the protocol calls an error: answered with status 200. */
class OaiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
const badArgument = (message: string) => new OaiError('badArgument', message);

/** Arguments of each verb; `resumptionToken` excludes the others. */
const ARGUMENTS = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: ['resumptionToken'] },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
  ListIdentifiers: {
    required: ['metadataPrefix'],
    optional: ['from', 'until', 'set', 'resumptionToken'],
  },
  ListRecords: { required: ['metadataPrefix'], optional: ['from', 'until', 'set', 'resumptionToken'] },
} satisfies Record<string, { required: string[]; optional: string[] }>;
type VerbName = keyof typeof ARGUMENTS;

/** Where a harvest continues, and the last step that belongs to it: the one written at `until`, or any to come. */
const Token = z.object({ after: z.number().int().min(0), upTo: z.number().int().min(0) });
type Token = z.infer<typeof Token>;

const BEGIN = `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">`;
const END = '</OAI-PMH>';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: false });
const xml = (node: XmlNode) => builder.build(clean(node)) as string;

/** `turns`: of all that is answered in pieces. */
export function addOaiRoutes(app: FastifyInstance, side: PublicSide, turns: Turns): void {
  const verbs = verbsOf(side, turns);
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 });
    scope.get('/oai', (request, reply) => answer(side, verbs, request.query, reply));
    scope.post('/oai', (request, reply) => answer(side, verbs, request.body, reply));
  });
}

async function answer(
  side: PublicSide,
  verbs: Verbs,
  given: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const base = `${side.publicUrl()}/oai`;
  // Before anything is read: a harvester asks from here next time, and what is written after the read, or was under way, must not be earlier.
  const responseDate = datestamp(writtenBy(side));
  let content: string;
  let attributes: Record<string, string> = {};
  try {
    const asked = readArguments(given);
    attributes = asked;
    content = await verbs[asked['verb'] as VerbName](asked);
  } catch (error) {
    if (!(error instanceof OaiError)) throw error;
    // A wrong request is not repeated, as the protocol demands.
    if (['badVerb', 'badArgument'].includes(error.code)) attributes = {};
    content = xml({ error: { '@code': error.code, '#text': error.message } });
  }
  const repeated = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value]));
  const head = xml({ responseDate, request: { ...repeated, '#text': base } });
  return reply
    .header('cache-control', 'no-store')
    .type('text/xml; charset=utf-8')
    .send(`${BEGIN}${head}${content}${END}`);
}

/** Refuses what is repeated, unknown, missing or does not go together. */
function readArguments(given: unknown): Record<string, string> {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  const verb = entries.find(([name]) => name === 'verb')?.[1];
  const known: { required: string[]; optional: string[] } | undefined =
    typeof verb === 'string' && Object.hasOwn(ARGUMENTS, verb) ? ARGUMENTS[verb as VerbName] : undefined;
  if (known === undefined)
    throw new OaiError('badVerb', `verb must be one of ${Object.keys(ARGUMENTS).join(', ')}`);
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw badArgument(`${name} may be given once`);
    if (name !== 'verb' && ![...known.required, ...known.optional].includes(name))
      throw badArgument(`${String(verb)} has no argument ${name}`);
  }
  const asked = Object.fromEntries(entries) as Record<string, string>;
  if (asked['resumptionToken'] !== undefined) {
    if (entries.length > 2) throw badArgument('resumptionToken goes with no other argument');
    return asked;
  }
  const missing = known.required.find((name) => asked[name] === undefined);
  if (missing !== undefined) throw badArgument(`${missing} is missing`);
  const prefix = asked['metadataPrefix'];
  if (prefix !== undefined && prefix !== PREFIX)
    throw new OaiError('cannotDisseminateFormat', `metadataPrefix must be ${PREFIX}`);
  return asked;
}

type Asked = Record<string, string>;
/** Answers what is in the envelope, as XML. */
type Verb = (asked: Asked) => Promise<string>;
type Verbs = Readonly<Record<VerbName, Verb>>;

function verbsOf(side: PublicSide, turns: Turns): Verbs {
  const { storage, place, publicUrl } = side;

  const list =
    (verb: VerbName, name: 'record' | 'header', toNode: typeof oaiRecord): Verb =>
    async (asked) => {
      if (asked['set'] !== undefined) throw noSets();
      const resumed = asked['resumptionToken'];
      // An empty one is the end of the list before, and never its beginning.
      const { after, upTo } = resumed !== undefined ? readToken(resumed) : await rangeOf(side, asked);
      const works = await storage.listFeedWorks(after, upTo, OAI_PAGE + 1);
      if (works.length === 0) throw new OaiError('noRecordsMatch', 'there is nothing in this range');
      const shown = works.slice(0, OAI_PAGE);
      const last = shown.at(-1);
      const token =
        works.length > OAI_PAGE && last
          ? Buffer.from(JSON.stringify({ after: last.seq, upTo } satisfies Token)).toString('base64url')
          : // An empty one ends a harvest that needed several.
            resumed && '';
      const host = hostOf(side);
      const parts = await turns.map(shown, PER_PIECE, (work) =>
        xml({ [name]: toNode(work, host, place.name) }),
      );
      const more = token === undefined ? '' : xml({ resumptionToken: token });
      return `<${verb}>${parts.join('')}${more}</${verb}>`;
    };

  return {
    async Identify() {
      const [first] = await storage.listFeedWorks(0, END_OF_FEED, 1);
      return xml({
        Identify: {
          repositoryName: place.name,
          baseURL: `${publicUrl()}/oai`,
          protocolVersion: '2.0',
          adminEmail: place.email ?? `postmaster@${new URL(publicUrl()).hostname}`,
          earliestDatestamp: datestamp(first?.writtenAt ?? writtenBy(side)),
          deletedRecord: 'persistent',
          granularity: 'YYYY-MM-DDThh:mm:ssZ',
        },
      });
    },
    async ListMetadataFormats(asked) {
      if (asked['identifier'] !== undefined) await findRecord(side, asked['identifier']);
      const metadataFormat = {
        metadataPrefix: PREFIX,
        schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
        metadataNamespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
      };
      return xml({ ListMetadataFormats: { metadataFormat } });
    },
    ListSets: () => Promise.reject(noSets()),
    async GetRecord(asked) {
      const work = await findRecord(side, asked['identifier'] ?? '');
      return xml({ GetRecord: { record: oaiRecord(work, hostOf(side), place.name) } });
    },
    ListIdentifiers: list('ListIdentifiers', 'header', oaiHeader),
    ListRecords: list('ListRecords', 'record', oaiRecord),
  };
}

/** Whatever has an earlier time can be read by now. */
const writtenBy = ({ storage }: PublicSide) => (storage.clock.now() - LONGEST_WRITE_MS) * 1000;
const noSets = () => new OaiError('noSetHierarchy', 'there are no sets');
const hostOf = ({ publicUrl }: PublicSide) => new URL(publicUrl()).hostname;

async function findRecord(side: PublicSide, identifier: string) {
  const prefix = `oai:${hostOf(side)}:`;
  const found = identifier.startsWith(prefix)
    ? await side.storage.findFeedWork(identifier.slice(prefix.length))
    : undefined;
  if (found === undefined) throw new OaiError('idDoesNotExist', 'there is no such record');
  return found;
}

function readToken(text: string): Token {
  try {
    return Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new OaiError('badResumptionToken', 'this resumptionToken is not one of ours');
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

async function rangeOf({ storage }: PublicSide, { from, until }: Asked): Promise<Token> {
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw badArgument('from and until must have the same form');
  const start = from === undefined ? undefined : timeOf('from', from);
  // The whole of the day or second that is named; a bound in a far year is one that nothing reaches.
  const end =
    until === undefined
      ? undefined
      : Math.min(timeOf('until', until) + (DAY.test(until) ? 86_400 * SECOND : SECOND), LATEST);
  if (start !== undefined && end !== undefined && start >= end) throw badArgument('from is later than until');
  return {
    after: start === undefined ? 0 : await storage.findLastStepBefore(Math.min(start, LATEST)),
    upTo: end === undefined ? END_OF_FEED : await storage.findLastStepBefore(end),
  };
}

function timeOf(name: string, text: string): number {
  const ms = DAY.test(text) || SECONDS.test(text) ? Date.parse(text) : NaN;
  // Date.parse takes the 30th of February for the 2nd of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw badArgument(`${name} must be a day, such as 2027-01-31, or a second, such as 2027-01-31T00:00:00Z`);
  return ms * 1000;
}

/** XML 1.0 has no place for most control characters, and a title may have them. */
function clean<Value extends XmlNode | XmlNode[] | string | string[]>(value: Value): Value {
  if (typeof value === 'string') return value.replace(FORBIDDEN, '') as Value;
  if (Array.isArray(value)) return value.map((one) => clean(one)) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one)])) as Value;
}

// eslint-disable-next-line no-control-regex -- control characters are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
