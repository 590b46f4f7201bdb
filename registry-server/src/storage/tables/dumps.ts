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
