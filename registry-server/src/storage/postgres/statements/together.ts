// What the units of one group do in common (`Together`). Facts are read before the units that come earlier in the group have
// written, so each question is kept with the keys that its facts depend on, and asked again where a unit has written one of these.
import type {
  ArtworkRow,
  ArtworkWrite,
  NewAnswer,
  PublishFacts,
  PublishQuery,
  StoredArtwork,
  UpdateFacts,
  UpdateQuery,
} from '../../artwork-facts.ts';
import { written } from '../engine/context.ts';
import type { Asking, PostgresContext, Together } from '../engine/context.ts';
import { gatherPublishes, gatherUpdates } from './artwork-facts.ts';
import { listArtworks } from './artwork-rows.ts';
import { sendArtworks } from './artwork-write.ts';
import { sendAnswers, sendEvents, sendSteps, stepsOf, tracedEvents } from './outbox.ts';
import type { Step, TracedEvent } from './outbox.ts';

/** `at`: how many writes there were when it was read. */
type Read<Value> = { value: Value; keys: string[]; at: number };

type Waiting = {
  artwork: ArtworkWrite | undefined;
  answer: NewAnswer | undefined;
  steps: Step[];
  events: TracedEvent[];
};

export class GroupWork implements Together {
  /** Of the group, on its connection. */
  readonly #context: PostgresContext;
  readonly #facts = new Map<Asking, Read<unknown>>();
  readonly #works = new Map<number, Read<StoredArtwork>>();
  /** The last write to each key. */
  readonly #written = new Map<string, number>();
  #writes = 0;
  #waiting: Waiting[] = [];
  /** Of them, those of earlier units. */
  #earlier = 0;
  /** Units since facts were gathered last. */
  #units = Infinity;

  constructor(context: PostgresContext) {
    this.#context = context;
  }

  async gather([first, ...others]: [Asking, ...Asking[]]): Promise<void> {
    if (this.#isCurrent(this.#facts.get(first))) return;
    // Of many units that all wait for one another each would be read again after each; so, together, each is read about twice.
    const most = this.#units * 2;
    const asking = [first, ...others.filter((other) => !this.#isCurrent(this.#facts.get(other)))].slice(
      0,
      most,
    );
    this.#units = 0;
    this.send();
    const publishes = asking.flatMap((of) =>
      'publish' in of.question ? [{ of, query: of.question.publish }] : [],
    );
    const updates = asking.flatMap((of) =>
      'update' in of.question ? [{ of, query: of.question.update }] : [],
    );
    const { connection } = this.#context;
    const at = this.#writes;
    const keep = (of: Asking, value: unknown, keys: string[]) => this.#facts.set(of, { value, keys, at });
    const numbers = new Set<number>();
    const [published, updated] = await Promise.all([
      gatherPublishes(
        connection,
        publishes.map(({ query }) => query),
      ),
      gatherUpdates(
        connection,
        updates.map(({ query }) => query),
      ),
    ]);
    for (const [index, facts] of published.entries()) {
      const { of, query } = publishes[index]!;
      const found = candidatesOf(facts);
      // A stored answer is given once more without a look at the work.
      if (facts.answer === undefined) for (const number of found) numbers.add(number);
      keep(of, facts, keysOfPublish(query, facts, found));
    }
    for (const [index, facts] of updated.entries()) {
      const { of, query } = updates[index]!;
      keep(of, facts, keysOfUpdate(query, facts));
    }
    if (numbers.size === 0) return;
    for (const work of await listArtworks(this.#context, [...numbers]))
      this.#works.set(work.row.number, { value: work, keys: keysOfStored(work), at });
  }

  answer(asking: Asking): void {
    asking.resolve(this.#facts.get(asking)?.value);
  }

  beginUnit(): void {
    this.#units += 1;
    this.#earlier = this.#waiting.length;
  }

  dropUnit(): void {
    this.#waiting.length = this.#earlier;
  }

  write(context: PostgresContext, written: { artwork: ArtworkWrite } | { answer: NewAnswer }): void {
    const artwork = 'artwork' in written ? written.artwork : undefined;
    const answer = 'answer' in written ? written.answer : artwork?.answer;
    this.#writes += 1;
    const keys = [
      ...(artwork === undefined ? [] : keysOfWrite(artwork)),
      ...(answer ? [keyOfAnswer(answer)] : []),
    ];
    for (const key of keys) this.#written.set(key, this.#writes);
    this.#waiting.push({
      artwork,
      answer,
      steps: stepsOf(context, artwork?.changes ?? [], artwork !== undefined && artwork.before === undefined),
      events: tracedEvents(context, artwork?.events ?? []),
    });
  }

  findRead(number: number): StoredArtwork | undefined {
    const read = this.#works.get(number);
    return this.#isCurrent(read) ? read.value : undefined;
  }

  sendEarlier(): void {
    const own = this.#waiting.splice(this.#earlier);
    this.send();
    this.#waiting = own;
  }

  send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#earlier = 0;
    if (waiting.length === 0) return;
    const context = this.#context;
    const artworks = waiting.flatMap(({ artwork }) => artwork ?? []);
    void written(context, [
      ...withoutRepeats(artworks).flatMap((run) => sendArtworks(context, run)),
      ...sendSteps(
        context,
        waiting.flatMap(({ steps }) => steps),
      ),
      ...sendEvents(
        context,
        waiting.flatMap(({ events }) => events),
      ),
      ...sendAnswers(
        context,
        waiting.flatMap(({ answer }) => answer ?? []),
      ),
    ]);
  }

  #isCurrent<Value>(read: Read<Value> | undefined): read is Read<Value> {
    return read !== undefined && read.keys.every((key) => (this.#written.get(key) ?? 0) <= read.at);
  }
}

/** In runs in which no work is written twice and no artist is named twice: one statement writes a row once. */
function withoutRepeats(writes: ArtworkWrite[]): ArtworkWrite[][] {
  const runs: ArtworkWrite[][] = [];
  let seen = new Set<string>();
  for (const write of writes) {
    const keys = [key('work', write.row.number), ...(write.naming ? [key('artist', write.naming.id)] : [])];
    if (runs.length === 0 || keys.some((one) => seen.has(one))) {
      runs.push([]);
      seen = new Set();
    }
    runs.at(-1)!.push(write);
    for (const one of keys) seen.add(one);
  }
  return runs;
}

// Keys: what facts depend on, and what a write changes. The two must name a thing alike.

const key = (...parts: (string | number)[]) => JSON.stringify(parts);
/** Of a value that may be missing. */
const keyIf = (kind: string, ...parts: (string | number | null | undefined)[]): string[] =>
  parts.every((part) => part != null) ? [key(kind, ...(parts as string[]))] : [];

const keyOfAnswer = ({ organizationId, key: name }: Pick<NewAnswer, 'organizationId' | 'key'>) =>
  key('answer', organizationId, name);
/** Whether the work that a stored answer is about is still public may change with any of them. */
const ANY_KNOWN_WORK = key('any known work');

function keysOfPublish(query: PublishQuery, facts: PublishFacts, candidates: number[]): string[] {
  const { organizationId: owner, installationId } = query;
  return [
    ...keysOfRequest(query, facts),
    ...keyIf('fingerprint', query.fingerprint),
    ...(installationId === null
      ? keyIf('external_id', owner, query.externalId)
      : keyIf('source', installationId, query.externalId)),
    ...keyIf('inventory_ref', owner, query.inventoryRef),
    ...keyIf('source_url', owner, query.sourceUrlKey),
    ...keyIf('image', owner, query.coverImageKey),
    ...candidates.map((number) => key('work', number)),
  ];
}

function keysOfUpdate(query: UpdateQuery, facts: UpdateFacts): string[] {
  return [
    ...keysOfRequest(query, facts),
    key('id', query.artworkId.toLowerCase()),
    ...(facts.artwork === undefined ? [] : keysOfStored(facts.artwork)),
    ...keyIf('source', query.installationId, query.externalId),
    ...keyIf('work', facts.externalIdHolder),
  ];
}

function keysOfRequest(
  query: Pick<PublishQuery, 'organizationId' | 'idempotencyKey'> & { artist: PublishQuery['artist'] | null },
  facts: Pick<UpdateFacts, 'answer' | 'artist'>,
): string[] {
  const { organizationId, idempotencyKey, artist } = query;
  return [
    ...(idempotencyKey === null ? [] : [keyOfAnswer({ organizationId, key: idempotencyKey })]),
    ...(facts.answer === undefined ? [] : [ANY_KNOWN_WORK]),
    ...keyIf('artist name', artist?.nameKey),
    ...(artist?.slugs ?? []).map((slug) => key('artist slug', slug)),
    ...keyIf('artist', facts.artist?.known?.id),
  ];
}

const keysOfStored = ({ row }: StoredArtwork) => [key('work', row.number), key('artist', row.artist_id)];

function candidatesOf(facts: PublishFacts): number[] {
  const { sameFingerprint, sameExternalId, formerSource, sameInventoryRef, sameSourceUrl, sameImageUrl } =
    facts;
  const all = [...sameFingerprint, ...sameInventoryRef, ...sameSourceUrl, ...sameImageUrl];
  const byExternalId = [sameExternalId, formerSource].filter((candidate) => candidate !== undefined);
  return [...new Set([...all, ...byExternalId].map(({ number }) => number))];
}

function keysOfWrite({ artist, naming, before, row, source }: ArtworkWrite): string[] {
  return [
    key('work', row.number),
    key('id', row.id),
    key('id', row.registry_id.toLowerCase()),
    ...keysOfRow(row),
    ...(before === undefined ? [] : [ANY_KNOWN_WORK, ...keysOfRow(before)]),
    ...(artist === undefined
      ? []
      : [key('artist name', artist.nameKey), key('artist slug', artist.slug), key('artist', artist.id)]),
    ...keyIf('artist', naming?.id),
    ...keyIf('source', source?.installation_id, source?.external_id),
  ];
}

/** By what a work is recognised. */
const keysOfRow = (row: ArtworkRow): string[] => [
  ...keyIf('fingerprint', row.fingerprint),
  ...keyIf('external_id', row.organization_id, row.external_id),
  ...keyIf('inventory_ref', row.organization_id, row.inventory_ref),
  ...keyIf('source_url', row.organization_id, row.source_url_key),
  ...keyIf('image', row.organization_id, row.cover_image_key),
];
