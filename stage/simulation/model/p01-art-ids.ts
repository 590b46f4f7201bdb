// P1: An Art ID is issued once and means the same work for ever.
import { at, jsonOf, recordsIn, stringAt } from './answers.ts';
import { finding, type Check, type Memory } from './context.ts';
import type { Finding, Said } from './observation.ts';
import type { Attempt } from './writes.ts';
import { plainValue, type Ledger } from './works.ts';

/** After each step: no answer gives an Art ID another uuid or another date than an earlier answer did. */
export function artIdsAfterStep(said: Said, memory: Memory): Finding[] {
  if (said.deed.what !== 'call' || said.deed.answer.isLost) return [];
  return recordsIn(jsonOf(said.deed.answer.body)).flatMap((record) =>
    compareIdentity(record, memory, [said.number]),
  );
}

export const artIdsAtRest: Check = ({ ledger, truth, memory }) => [
  ...issuedTwice(ledger),
  ...takenForOthers(ledger),
  ...[...truth.works].flatMap(([id, record]) =>
    compareIdentity(record, memory, ledger.works.get(id)?.entries ?? []),
  ),
  ...[...truth.works].flatMap(([id, record]) => {
    if (isPublished(ledger, id, record)) return [];
    const sentence = `${id} is in the registry, and no publication in the history made it`;
    return [finding('P1', sentence)];
  }),
];

/** An answer that is not a replay says that its Art ID is new, so it may be said once in the whole history, restores included. */
function issuedTwice(ledger: Ledger): Finding[] {
  const first = new Map<string, Attempt>();
  const creations = ledger.writes.filter(({ kind }) => kind === 'create').flatMap(({ attempts }) => attempts);
  return creations.flatMap((attempt) => {
    const id = attempt.is === 'done' && !attempt.isReplay ? newIdOf(attempt.result) : null;
    if (id === null) return [];
    const former = first.get(id);
    if (former === undefined) first.set(id, attempt);
    if (former === undefined) return [];
    return [finding('P1', `${id} was issued twice, for two publications`, [former.entry, attempt.entry])];
  });
}

/**
 * A publication that is answered as a duplicate names a work that it has something in common with: the title that it was published with, or the
 * id in its shop. All titles of the world differ.
 */
function takenForOthers(ledger: Ledger): Finding[] {
  return ledger.writes.flatMap(({ kind, body, attempts }) => {
    const attempt = attempts.find(({ is, result }) => is === 'done' && at(result, 'duplicate') === true);
    const id = stringAt(attempt?.result, 'registry_id');
    if (kind !== 'create' || attempt === undefined || id === null) return [];
    const titles = ledger.works.get(id)?.fields.get('title')?.changes ?? [];
    const ids = ledger.externalIds.get(id) ?? [];
    const own = stringAt(body, 'external_id');
    const isSame =
      titles.length === 0 ||
      titles.some(({ value }) => value === plainValue(at(body, 'title'))) ||
      (own !== null && ids.includes(own));
    if (isSame) return [];
    const sentence = `"${String(at(body, 'title'))}" was published, and was taken for ${id}, which is another work`;
    return [finding('P1', sentence, [attempt.entry, ...(ledger.works.get(id)?.entries ?? [])])];
  });
}

function newIdOf(result: unknown): string | null {
  return at(result, 'duplicate') === false ? stringAt(result, 'registry_id') : null;
}

function isPublished(ledger: Ledger, id: string, record: unknown): boolean {
  if (ledger.works.has(id)) return true;
  const title = plainValue(at(record, 'title'));
  return ledger.unknownCreates.some(({ body }) => plainValue(at(body, 'title')) === title);
}

function compareIdentity(record: unknown, memory: Memory, entries: readonly number[]): Finding[] {
  const id = stringAt(record, 'registry_id');
  const uuid = stringAt(record, 'id');
  const createdAt = stringAt(record, 'created_at');
  if (id === null || uuid === null || createdAt === null) return [];
  const former = memory.identities[id];
  memory.identities[id] ??= { uuid, createdAt };
  if (former === undefined || (former.uuid === uuid && former.createdAt === createdAt)) return [];
  const sentence = `${id} was the work ${former.uuid} of ${former.createdAt}, and is now the work ${uuid} of ${createdAt}`;
  return [finding('P1', sentence, entries)];
}
