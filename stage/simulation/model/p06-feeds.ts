// P6: Who follows a feed ends with what is there: no gap, nothing stale.
import { at, canonical } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding } from './observation.ts';
import { comparable } from './observers/all-works.ts';
import { OaiHarvester, type OaiRecord } from './observers/oai-harvester.ts';
import { shownFields } from './works.ts';

export const feedsAtRest: Check = async (context) => {
  const { truth, observers, world, registry } = context;
  if (truth.note !== null) return [];
  const fresh = new OaiHarvester();
  const faults = await fresh.look(world.call, registry);
  return [
    ...compareCopy(context, observers.changes.state.works, 'the mirror of /changes'),
    ...compareCopy(context, observers.activity.state.works, 'the mirror of /activity/'),
    ...compareOwnFields(context),
    ...compareOai(context, observers.oai.state.records, 'the harvester of /oai that reads what is new'),
    ...compareOai(context, fresh.state.records, 'a harvester of /oai that begins now'),
    ...faults.map((sentence) => finding('P6', sentence)),
    ...(await betweenTimes(context, fresh.state.records)),
    ...dumpsAndFeed(context),
  ];
};

type Copy = Readonly<Record<string, unknown>>;

function compareCopy({ truth, ledger }: Context, copy: Copy, reader: string): Finding[] {
  const entriesOf = (id: string) => ledger.works.get(id)?.entries ?? [];
  const wrong = [...truth.works].flatMap(([id, record]) => {
    if (!(id in copy)) return [finding('P6', `${reader} has never heard of ${id}`, entriesOf(id))];
    const [held, shown] = [comparable(recordOf(copy[id])), comparable(record)];
    if (held === shown) return [];
    const names = differentNames(recordOf(copy[id]), record).join(', ');
    return [finding('P6', `${reader} has ${id} as it was before (${names})`, entriesOf(id))];
  });
  const left = Object.keys(copy).filter((id) => !truth.works.has(id));
  return [
    ...wrong,
    ...left.map((id) =>
      finding('P6', `${reader} still has ${id}, which the registry does not show`, entriesOf(id)),
    ),
  ];
}

/** A record may come in the envelope of the API. */
function recordOf(json: unknown): unknown {
  return at(json, 'object') === 'artwork_response' ? at(json, 'data') : json;
}

function differentNames(one: unknown, other: unknown): string[] {
  const names = new Set([one, other].flatMap((record) => Object.keys((record as object | null) ?? {})));
  return [...names].filter((name) => canonical(at(one, name)) !== canonical(at(other, name)));
}

/** This reader hears neither of removals nor of profiles and sources. */
function compareOwnFields({ truth, observers, ledger }: Context): Finding[] {
  const copy = observers.updatedSince.state.works;
  return [...truth.works].flatMap(([id, record]) => {
    const isKnown = id in copy;
    const isSame =
      isKnown &&
      canonical(shownFields(copy[id])) === canonical(shownFields(record)) &&
      at(copy[id], 'updated_at') === at(record, 'updated_at') &&
      at(copy[id], 'provenance_summary') === at(record, 'provenance_summary');
    if (isSame) return [];
    const what = isKnown ? `has ${id} as it was before` : `has never heard of ${id}`;
    const entries = ledger.works.get(id)?.entries ?? [];
    return [finding('P6', `the reader by updated_since ${what}`, entries)];
  });
}

function compareOai(
  { truth, ledger }: Context,
  records: Readonly<Record<string, OaiRecord>>,
  reader: string,
): Finding[] {
  const entriesOf = (id: string) => ledger.works.get(id)?.entries ?? [];
  const wrong = [...truth.works].flatMap(([id, record]) => {
    const held = records[id];
    if (held === undefined || held.isDeleted) {
      const what = held === undefined ? 'has never heard of' : 'has as deleted';
      return [finding('P6', `${reader} ${what} ${id}`, entriesOf(id))];
    }
    const title = String(at(record, 'title') ?? '');
    const isTold = title === '' || held.titles.some((one) => oneLine(one) === oneLine(title));
    if (isTold) return [];
    return [finding('P6', `${reader} has ${id} with another title (${held.titles.join()})`, entriesOf(id))];
  });
  const left = Object.entries(records).filter(([id, { isDeleted }]) => !isDeleted && !truth.works.has(id));
  return [
    ...wrong,
    ...left.map(([id]) =>
      finding('P6', `${reader} still has ${id}, which the registry does not show`, entriesOf(id)),
    ),
  ];
}

/** `from` and `until` are inclusive, and mean the datestamps that the records show. */
async function betweenTimes(
  { world, registry }: Context,
  all: Readonly<Record<string, OaiRecord>>,
): Promise<Finding[]> {
  const entries = Object.entries(all);
  const stamps = entries.map(([, { datestamp }]) => datestamp).sort();
  const middle = stamps[Math.floor(stamps.length / 2)];
  if (middle === undefined) return [];
  const found: Finding[] = [];
  for (const [bound, isWithin] of [
    ['from', (stamp: string) => stamp >= middle],
    ['until', (stamp: string) => stamp <= middle],
  ] as const) {
    const part = new OaiHarvester();
    const faults = await part.look(world.call, registry, `&${bound}=${middle}`);
    const held = part.state.records;
    const wrong = entries.flatMap(([id, { datestamp }]) => (isWithin(datestamp) === id in held ? [] : [id]));
    found.push(...faults.map((sentence) => finding('P6', sentence)));
    if (wrong.length > 0) {
      const sentence = `/oai with ${bound}=${middle} has not what is of that time (${wrong.slice(0, 5).join(', ')})`;
      found.push(finding('P6', sentence));
    }
  }
  return found;
}

/** XML may turn line breaks into spaces. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A dump lies behind the feed at its sequence, never before it. */
function dumpsAndFeed({ observers }: Context): Finding[] {
  const newest = observers.changes.state.after;
  return Object.values(observers.dumps.state.dumps)
    .filter(({ sequence }) => !(sequence <= newest))
    .map(({ file, sequence }) =>
      finding(
        'P6',
        `the dump ${file} is to be continued from step ${sequence}, and the feed ends at ${newest}`,
      ),
    );
}
