// P2 and P4 while the world runs: a read of the API shows what the writes before it left, in every order that is possible. Judged at rest, by the
// calls that were made since the last rest.
import { canonical, jsonOf, recordsIn, stringAt } from './answers.ts';
import { finding, type Check } from './context.ts';
import type { CallDeed, Finding, Said } from './observation.ts';
import type { Change, Register } from './timeline.ts';
import { FIELD_NAMES, isPublicAt, publicityOf, shownFields, type Ledger, type WorkStory } from './works.ts';

const SINGLE = /^\/api\/v1\/artworks\/([A-Za-z][A-Za-z0-9]*-\d+)$/;
/** An artist's name is that of the first public work, and a price depends on the availability: p02 compares them at rest. */
const COMPARED = FIELD_NAMES.filter((name) => name !== 'artist_name' && name !== 'price');

export const readsAtRest: Check = ({ ledger, world, memory }) => {
  const fresh = world.history.slice(memory.readsJudged);
  memory.readsJudged = world.history.length;
  return fresh.flatMap((said) => {
    const { deed } = said;
    const isRead = deed.what === 'call' && deed.registry === ledger.registry && deed.ask.method === 'GET';
    if (!isRead || deed.answer.isLost) return [];
    if (deed.answer.status === 404) return missing(ledger, said, deed);
    if (deed.answer.status !== 200) return [];
    return recordsIn(jsonOf(deed.answer.body)).flatMap((record) => staleRecord(ledger, said, record));
  });
};

function missing(ledger: Ledger, said: Said, deed: CallDeed): Finding[] {
  const id = SINGLE.exec(deed.ask.path.split('?')[0]!)?.[1]?.toUpperCase();
  const story = id === undefined ? undefined : ledger.works.get(id);
  const isOfRegistry =
    !deed.answer.isLost && stringAt(jsonOf(deed.answer.body), 'error', 'code') === 'artwork_not_found';
  if (story === undefined || !isOfRegistry || !isSteady(ledger, story, said)) return [];
  if (isPublicAt(story, said.asked) !== 'yes' || isPublicAt(story, said.ended) !== 'yes') return [];
  const sentence = `GET ${deed.ask.path} answered 404 while ${id} was public`;
  return [finding('P2', sentence, [said.number, ...story.entries])];
}

function staleRecord(ledger: Ledger, said: Said, record: unknown): Finding[] {
  const id = stringAt(record, 'registry_id');
  const story = id === null ? undefined : ledger.works.get(id);
  if (story === undefined || isAcrossRestore(ledger, said)) return [];
  const shown = shownFields(record);
  return COMPARED.flatMap((name) => {
    const register = story.fields.get(name)!;
    if (register.changes.length === 0) return [];
    const possible = possibleDuring(register, said);
    // A work whose publication was never answered has values that nothing in the history tells.
    const isUnseen = story.exists.changes.every(({ entry }) => entry < 0);
    if (isUnseen || possible.some((value) => canonical(value) === canonical(shown[name]))) return [];
    const sentence = `entry ${said.number} read ${name} ${canonical(shown[name])} of ${id}, and by the writes before it is ${possible.map(canonical).join(' or ')}`;
    return [finding('P2', sentence, [said.number, ...story.entries])];
  });
}

function possibleDuring(register: Register<unknown>, said: Said): unknown[] {
  const during = register.changes.filter((change) => overlaps(change, said)).map(({ value }) => value);
  return [...register.at(said.asked), ...register.at(said.ended), ...during];
}

function overlaps(change: Change<unknown>, said: Said): boolean {
  return change.asked <= said.ended && change.ended >= said.asked;
}

function isSteady(ledger: Ledger, story: WorkStory, said: Said): boolean {
  const changes = publicityOf(story);
  return !changes.some((change) => overlaps(change, said)) && !isAcrossRestore(ledger, said);
}

function isAcrossRestore(ledger: Ledger, said: Said): boolean {
  return ledger.restores.some(({ asked, ended }) => asked <= said.ended && ended >= said.asked);
}
