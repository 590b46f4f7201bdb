// A clock for all programs of a gallery but the browser, which a story sets on by minutes or days (libfaketime, Debian's package
// `faketime`). Programs have it that are started between `openClock` and `close`.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MovedClock {
  /** How far ahead it is: `5m`, `1d`. Seen within a second. */
  set(ahead: string): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error that names the package, where it is missing */
export async function openClock(): Promise<MovedClock> {
  const folder = await mkdtemp(join(tmpdir(), 'artwork-registry-clock-'));
  const file = join(folder, 'clock');
  const set = (ahead: string) => writeFile(file, `+${ahead}`);
  await set('0');
  const settings = {
    LD_PRELOAD: findLibrary(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
  };
  Object.assign(process.env, settings);
  return {
    set,
    async close() {
      for (const name of Object.keys(settings)) delete process.env[name];
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findLibrary(): string {
  for (const name of readdirSync('/usr/lib')) {
    if (!name.endsWith('-linux-gnu')) continue;
    const library = join('/usr/lib', name, 'faketime/libfaketimeMT.so.1');
    if (readdirSync(join('/usr/lib', name)).includes('faketime')) return library;
  }
  throw new Error('There is no libfaketime on this machine. On Debian: apt-get install faketime');
}
