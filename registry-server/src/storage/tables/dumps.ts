// Who is left out of dumps, and what may be in them. The works themselves, and what has to leave dumps again, are native.
import type { ProfileName } from '../dump-records.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';
import { DUMPS_ON_HOLD, LEFT_OUT } from './texts/dumps.ts';

const IN_DUMPS = forBoth(
  ({
    isTrue,
    among,
    textsOf,
  }) => `SELECT w.registry_id AS id FROM artworks w JOIN profiles p ON p.id = w.profile_id
   WHERE ${among('w.registry_id', textsOf('$1'))} AND ${isTrue('w.is_public')} AND ${isTrue('p.in_dumps')}`,
);

/** Which of these may be in a dump now. */
export async function listInDumps({ all, engine }: Portable, registryIds: string[]): Promise<string[]> {
  return (await all<{ id: string }>(IN_DUMPS[engine], [JSON.stringify(registryIds)])).map(({ id }) => id);
}

const HOLDERS_IN_DUMPS = forBoth(
  ({ isTrue, among, textsOf }) => `SELECT named.slug FROM (
     SELECT slug, id FROM profiles WHERE ${among('slug', textsOf('$1'))}
     UNION ALL SELECT slug, profile_id FROM former_profile_slugs WHERE ${among('slug', textsOf('$1'))}) named
   JOIN profiles p ON p.id = named.id WHERE ${isTrue('p.in_dumps')} AND p.created_at <= $2`,
);

/**
 * Which of these slugs may be read in a dump that was checked at this time. A slug that a profile had before leads to it, until its
 * organisation is erased; a profile that was made later is another one with the same slug.
 */
export async function listHoldersInDumps(
  { all, engine }: Portable,
  slugs: string[],
  checkedAt: number,
): Promise<string[]> {
  const found = await all<{ slug: string }>(HOLDERS_IN_DUMPS[engine], [JSON.stringify(slugs), checkedAt]);
  return found.map(({ slug }) => slug);
}

/** The profiles whose works are in no dump, by slug. */
export function listProfilesOutsideDumps({ all, engine }: Portable): Promise<ProfileName[]> {
  return all(LEFT_OUT[engine]);
}

export async function areDumpsOnHold({ first }: Portable): Promise<boolean> {
  return (await first('SELECT 1 FROM counters WHERE name = $1', [DUMPS_ON_HOLD])) !== undefined;
}

export async function updateDumpHold(
  { run, nowMs }: Pick<Portable, 'run' | 'nowMs'>,
  isOnHold: boolean,
): Promise<void> {
  await (isOnHold
    ? run('INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
        DUMPS_ON_HOLD,
        nowMs,
      ])
    : run('DELETE FROM counters WHERE name = $1', [DUMPS_ON_HOLD]));
}
