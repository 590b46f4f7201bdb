// What is known of each work of a registry, from the writes that were answered and from what operators did: whether it may be public, who may
// hold it, which values its fields may have. Observers compare this with what the registry shows.
import { at, stringAt } from './answers.ts';
import type { OperatorDeed, Said, Time, World } from './observation.ts';
import {
  makeRegister,
  restoresOf,
  truthOf,
  type Change,
  type Register,
  type Restore,
  type Truth,
} from './timeline.ts';
import { writesOf, type Write } from './writes.ts';

/** Public fields that one write sets as a whole. `artist` is compared by its words, because the first public work decides how it is written. */
export const FIELD_NAMES = [
  'title',
  'artist_name',
  'year_created',
  'medium',
  'height_cm',
  'width_cm',
  'depth_cm',
  'availability',
  'price',
  'cover_image_url',
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export type WorkStory = {
  registryId: string;
  exists: Register<boolean>;
  isShown: Register<boolean>;
  isWithdrawn: Register<boolean>;
  /** The slug of the organisation whose profile holds the work. */
  holder: Register<string | null>;
  fields: ReadonlyMap<FieldName, Register<unknown>>;
  /** All entries of the history that concern the work. */
  entries: readonly number[];
};

export type Ledger = {
  registry: number;
  restores: readonly Restore[];
  writes: readonly Write[];
  works: ReadonlyMap<string, WorkStory>;
  /** The ids in its shop that a work was published with, by its Art ID. */
  externalIds: ReadonlyMap<string, readonly (string | null)[]>;
  /** Publications whose answer never came: a work without a known Art ID may be one of them. */
  unknownCreates: readonly Write[];
};

/** `quiet`: the same world with a history without calls. */
export function ledgerOf(world: World, quiet: World, registry: number): Ledger {
  const restores = restoresOf(quiet.history, registry);
  const writes = writesOf(world.history, registry, restores);
  const drafts = new Map<string, Draft>();
  const unknownCreates = writes.filter((write) => write.kind === 'create' && write.is === 'unknown');
  for (const write of writes) noteWrite(drafts, write);
  for (const said of quiet.history) noteOperator(drafts, said, registry);
  const erasures = quiet.history.filter(
    ({ deed, outcome }) =>
      deed.what === 'erase organisation' && deed.registry === registry && outcome.is !== 'refused',
  );
  const works = [...drafts].map(([id, draft]) => [id, storyOf(id, draft, restores, erasures)] as const);
  const externalIds = Map.groupBy(
    writes.filter(({ kind, is }) => kind === 'create' && is === 'done'),
    ({ attempts }) => createdId(attempts.find(({ is }) => is === 'done')?.result) ?? '',
  );
  return {
    registry,
    restores,
    writes,
    works: new Map(works),
    externalIds: new Map(
      [...externalIds].map(([id, own]) => [id, own.map(({ body }) => stringAt(body, 'external_id'))]),
    ),
    unknownCreates,
  };
}

/** Of what decides whether it is public. */
export const publicityOf = ({ exists, isShown, isWithdrawn }: WorkStory): readonly Change<boolean>[] => [
  ...exists.changes,
  ...isShown.changes,
  ...isWithdrawn.changes,
];

/** Whether everybody may read the work at this time. */
export function isPublicAt(story: WorkStory, time: Time): Truth {
  const [exists, isShown, isWithdrawn] = [story.exists, story.isShown, story.isWithdrawn].map((register) =>
    truthOf(register.at(time)),
  );
  if (exists === 'no' || isShown === 'no' || isWithdrawn === 'yes') return 'no';
  return exists === 'yes' && isShown === 'yes' && isWithdrawn === 'no' ? 'yes' : 'maybe';
}

/** In the place of the value of a field that only a publication without an answer says. */
export const UNSEEN = 'what no answer told';

type Draft = {
  exists: Change<boolean>[];
  isShown: Change<boolean>[];
  isWithdrawn: Change<boolean>[];
  holder: Change<string | null>[];
  fields: Map<FieldName, Change<unknown>[]>;
  entries: number[];
};

function draftOf(drafts: Map<string, Draft>, id: string): Draft {
  const found = drafts.get(id);
  if (found !== undefined) return found;
  const fields = new Map(FIELD_NAMES.map((name): [FieldName, Change<unknown>[]] => [name, []]));
  const draft = { exists: [], isShown: [], isWithdrawn: [], holder: [], fields, entries: [] };
  drafts.set(id, draft);
  return draft;
}

/** A duplicate creates nothing and changes no public field of the work that it names. */
function noteWrite(drafts: Map<string, Draft>, write: Write): void {
  if (write.is === 'refused' || (write.kind !== 'create' && write.kind !== 'update')) return;
  const result = write.attempts.find(({ is }) => is === 'done')?.result;
  // An update may name its work by uuid.
  const named = stringAt(result, 'registry_id') ?? write.target?.toUpperCase() ?? null;
  const id = write.kind === 'create' ? createdId(result) : named;
  if (id === null) return;
  const draft = draftOf(drafts, id);
  draft.entries.push(...write.attempts.map(({ entry }) => entry));
  const change = <Value>(value: Value): Change<Value> => ({
    value,
    asked: write.asked,
    ended: write.ended,
    isSure: write.is === 'done',
    entry: write.attempts[0]!.entry,
  });
  if (write.kind === 'create') {
    draft.exists.push(change(true));
    draft.holder.push(change(write.organization));
  }
  const availability =
    at(write.body, 'availability') ?? (write.kind === 'create' ? 'not_for_sale' : undefined);
  if (availability !== undefined) draft.isShown.push(change(availability !== 'fully_private'));
  for (const name of FIELD_NAMES) {
    const value = name === 'availability' ? availability : at(write.body, name);
    if (value === undefined && write.kind === 'update') continue;
    if (name === 'availability' && value === 'fully_private') continue;
    draft.fields.get(name)!.push(change(plainValue(value)));
  }
}

function createdId(result: unknown): string | null {
  if (at(result, 'duplicate') !== false) return null;
  return stringAt(result, 'registry_id') ?? stringAt(result, 'data', 'registry_id');
}

function noteOperator(drafts: Map<string, Draft>, said: Said, registry: number): void {
  const { deed, outcome } = said;
  if (!('registryId' in deed) || deed.registry !== registry || outcome.is === 'refused') return;
  const draft = draftOf(drafts, deed.registryId.toUpperCase());
  draft.entries.push(said.number);
  if (deed.what === 'withdraw') draft.isWithdrawn.push(changeOf(said, true));
  if (deed.what === 'put back') draft.isWithdrawn.push(changeOf(said, false));
  if (deed.what === 'transfer') draft.holder.push(changeOf(said, (deed as Transfer).toOrganization));
}

type Transfer = Extract<OperatorDeed, { what: 'transfer' }>;

export function changeOf<Value>(said: Said, value: Value): Change<Value> {
  return {
    value,
    asked: said.asked,
    ended: said.ended,
    isSure: said.outcome.is === 'done',
    entry: said.number,
  };
}

function storyOf(
  registryId: string,
  draft: Draft,
  restores: readonly Restore[],
  erasures: readonly Said[],
): WorkStory {
  const holder = makeRegister<string | null>(null, draft.holder, restores, 'maybe');
  // Its publication was never answered, and somebody knows its Art ID all the same.
  const unseen = { value: true, asked: -Infinity, ended: Infinity, isSure: false, entry: -1 };
  const exists = draft.exists.length > 0 ? draft.exists : [unseen];
  const isWithdrawn = [
    ...draft.isWithdrawn,
    ...erasedBy(erasures, holder),
    ...erasedAgain(restores, erasures, holder),
  ];
  // A restore may go back to before what was written later.
  const unwritten = draft.exists.length > 0 ? null : UNSEEN;
  const fields = [...draft.fields].map(
    ([name, changes]) => [name, makeRegister<unknown>(unwritten, changes, restores)] as const,
  );
  return {
    registryId,
    exists: makeRegister(false, exists, restores),
    // What its owner hid, or the operator withdrew, since a backup stays away after its restore.
    isShown: makeRegister(true, draft.isShown, restores, { isTakenAway: (value) => !value }),
    isWithdrawn: makeRegister(false, isWithdrawn, restores, { isTakenAway: (value) => value }),
    holder,
    fields: new Map(fields),
    entries: [...new Set(draft.entries)].sort((a, b) => a - b),
  };
}

/** An erased organisation's works are withdrawn for good: those that it held, and those that came to it meanwhile. */
function erasedBy(erasures: readonly Said[], holder: Register<string | null>): Change<boolean>[] {
  return erasures.flatMap((said) => {
    if (said.deed.what !== 'erase organisation') return [];
    const { organization } = said.deed;
    const holders = [...holder.at(said.asked), ...holder.at(said.ended)];
    if (!holders.includes(organization)) return [];
    const change = changeOf(said, true);
    return [{ ...change, isSure: change.isSure && holders.every((one) => one === organization) }];
  });
}

/**
 * A restore erases again what was erased since its backup, with the works that the organisation held then, although it had given them to
 * another one before its erasure.
 */
function erasedAgain(
  restores: readonly Restore[],
  erasures: readonly Said[],
  holder: Register<string | null>,
): Change<boolean>[] {
  return restores.flatMap(({ asked, ended, entry, isKept, madeFrom, madeTo }) => {
    const holders = [...holder.at(madeFrom), ...holder.at(madeTo)];
    const isErased = erasures.some(
      ({ deed, ...erasure }) =>
        deed.what === 'erase organisation' && erasure.asked <= asked && holders.includes(deed.organization),
    );
    return isErased && isKept ? [{ value: true, asked, ended, isSure: false, entry }] : [];
  });
}

/** A value in the form in which the registry shows it: text trimmed and composed, sizes to a thousandth, nothing as null. */
export function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') {
    const text = value.replaceAll('\r\n', '\n').trim().normalize('NFC');
    return text === '' ? null : text;
  }
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

/** The fields of a record as the API shows it, under the names of the create body. */
export function shownFields(record: unknown): Record<FieldName, unknown> {
  return {
    title: plainValue(at(record, 'title')),
    artist_name: plainValue(at(record, 'artist', 'name')),
    year_created: plainValue(at(record, 'year_created')),
    medium: plainValue(at(record, 'medium')),
    height_cm: plainValue(at(record, 'dimensions_cm', 'height')),
    width_cm: plainValue(at(record, 'dimensions_cm', 'width')),
    depth_cm: plainValue(at(record, 'dimensions_cm', 'depth')),
    availability: plainValue(at(record, 'availability')),
    price: plainValue(at(record, 'price')),
    cover_image_url: plainValue(at(record, 'images', 'cover_url')),
  };
}
