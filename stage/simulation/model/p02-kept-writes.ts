// P2: A write that was answered with 2xx is still there. For each field the registry must show a value that some order of the writes allows.
import { apiGet, comparable } from './observers/all-works.ts';
import { canonical, read } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding } from './observation.ts';
import { keyRegisters } from './keys.ts';
import { truthOf } from './timeline.ts';
import { FIELD_NAMES, isPublicAt, shownFields, UNSEEN, type FieldName, type WorkStory } from './works.ts';

/** Prices are shown for these only. */
const PRICED = ['for_sale', 'open_to_offers'];

export const keptWritesAtRest: Check = async (context) => [
  ...missingWorks(context),
  ...[...context.ledger.works.values()].flatMap((story) => staleFields(context, story)),
  ...(await singleReads(context)),
  ...(await lostKeys(context)),
];

function missingWorks({ ledger, truth, world }: Context): Finding[] {
  if (truth.note !== null) return [finding('P2', `the registry cannot be read at rest: ${truth.note}`)];
  return [...ledger.works.values()].flatMap((story) => {
    const isThere = truth.works.has(story.registryId);
    if (isThere && truthOf(story.exists.at(world.now)) === 'no') {
      const sentence = `${story.registryId} came after the backup that was put back, and is there all the same`;
      return [finding('P2', sentence, story.entries)];
    }
    if (isThere || isPublicAt(story, world.now) !== 'yes') return [];
    const sentence = `${story.registryId} was published with a good answer, and the registry does not list it`;
    return [finding('P2', sentence, story.entries)];
  });
}

function staleFields({ truth, world, quiet, ledger }: Context, story: WorkStory): Finding[] {
  const record = truth.works.get(story.registryId);
  if (record === undefined) return [];
  const shown = shownFields(record);
  return FIELD_NAMES.flatMap((name) => {
    const register = story.fields.get(name)!;
    const possible = register.at(world.now);
    if (possible.includes(UNSEEN)) return [];
    const isPossible = possible.some((value) => isShownAs(name, value, shown));
    if (isPossible || (name === 'artist_name' && isRenamed(quiet, ledger.registry, shown[name]))) return [];
    const sentence = `${story.registryId} shows ${name} ${canonical(shown[name])}, and by the answered writes it is ${possible.map(canonical).join(' or ')}`;
    return [finding('P2', sentence, story.entries)];
  });
}

function isShownAs(name: FieldName, value: unknown, shown: Record<FieldName, unknown>): boolean {
  if (name === 'artist_name') return words(value) === words(shown[name]);
  const isPriced = PRICED.includes(String(shown.availability));
  if (name === 'price' && !isPriced) return shown.price === null;
  return canonical(value) === canonical(shown[name]);
}

/** The first public work decides how an artist's name is written, so names are compared without case, marks, signs and order. */
function words(name: unknown): string {
  const plain = String(name).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

function isRenamed(world: Context['world'], registry: number, name: unknown): boolean {
  return world.history.some(
    ({ deed }) =>
      deed.what === 'rename artist' && deed.registry === registry && words(deed.to) === words(name),
  );
}

/** A list and a single read show the same record. */
async function singleReads({ world, registry, truth }: Context): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [id, record] of truth.works) {
    const { status, json } = await apiGet(world.call, registry, `/artworks/${id}`);
    const single = (json as { data?: unknown } | undefined)?.data;
    if (status !== 200)
      found.push(finding('P2', `${id} is in the list, and GET /artworks/${id} answers ${status}`));
    else if (comparable(single) !== comparable(record))
      found.push(finding('P2', `${id} is shown otherwise in the list than by GET /artworks/${id}`));
  }
  return found;
}

async function lostKeys({ world, quiet, registry }: Context): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { key, isGood, entries } of keyRegisters(quiet, registry.registry)) {
    if (truthOf(isGood.at(world.now)) !== 'yes') continue;
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await read(world.call, {
      origin: registry.origin,
      method: 'GET',
      path: '/api/v1/',
      headers,
    });
    if (status === 401)
      found.push(
        finding('P2', `the key ${key.slice(0, 13)}… was made and not revoked, and is refused`, entries),
      );
  }
  return found;
}
