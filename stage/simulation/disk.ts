// The disk as the programs of the simulation have it: each statement and each call of files is one of the life in whose folder it happens.
// At a death its folder is copied to a new one, with what had reached the disk; nothing is closed first, because closing a database
// moves its log into it.
import fs from 'node:fs';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, resolve, sep } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import type { DeathKind, Life } from './life.ts';
import { copiedFrames, cutWal, readWal, NO_WAL } from './wal.ts';
import type { WalState } from './wal.ts';

type Renamed = { from: string; to: string; former: Buffer | null };
type Place = {
  life: Life;
  databases: Set<Database>;
  /** Those whose commits wait for the disk. */
  full: Set<string>;
  /** The power went while a commit was on its way to the disk: frames of its log from here on may be lost. */
  unsynced?: { file: string; from: number };
  /** What of each log was synced. */
  synced: Map<string, WalState>;
  /** Names that are changed in a folder that was not synced since. */
  renamed: Renamed[];
};

const isReading = /^\s*(SELECT|PRAGMA(?! wal_checkpoint)|EXPLAIN|WITH)\b/i;

export class Disk {
  readonly root: string;
  statements = 0;
  readonly #places = new Map<string, Place>();
  readonly #placeOfDatabase = new WeakMap<Database, Place>();
  readonly #handles = new Map<number, string>();
  #folders = 0;
  #isQuiet = false;
  #opener: Place | undefined;
  /** Which frame of those that were not synced was the last one to reach the disk. */
  readonly #below: (bound: number) => number;

  constructor(root: string, below: (bound: number) => number) {
    this.root = root;
    this.#below = below;
    mkdirSync(root, { recursive: true });
    this.#watchStatements();
    this.#watchFiles();
  }

  newFolder(name: string): string {
    const folder = join(this.root, `${name}-${(this.#folders += 1)}`);
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  }

  /** From now on what happens in its folder is done by this life. */
  add(life: Life): void {
    const place: Place = { life, databases: new Set(), full: new Set(), synced: new Map(), renamed: [] };
    this.#places.set(life.folder, place);
  }

  /** Copies what survives into a new folder, from which the next life starts. */
  survive(life: Life, kind: DeathKind): string {
    const place = this.#places.get(life.folder)!;
    const folder = this.newFolder(life.name);
    this.#unwatched(() => {
      copyFolder(life.folder, folder);
      if (kind === 'power') this.#losePower(place, folder);
    });
    return folder;
  }

  /** Ends what a dead life still has open, once nothing of it is on the stack. */
  clear(life: Life): void {
    const place = this.#places.get(life.folder);
    if (place === undefined) return;
    // It stays known, so that what still runs of this life makes no files.
    this.#unwatched(() => {
      for (const one of [life, ...life.children]) this.#closeAll(this.#places.get(one.folder));
      rmSync(life.folder, { recursive: true, force: true });
    });
  }

  #unwatched<Result>(act: () => Result): Result {
    const before = this.#isQuiet;
    this.#isQuiet = true;
    try {
      return act();
    } finally {
      this.#isQuiet = before;
    }
  }

  /** What opens databases meanwhile is this life, wherever they are: two processes of one machine share some. */
  as<Result>(life: Life, act: () => Result): Result {
    const before = this.#opener;
    this.#opener = this.#places.get(life.folder);
    try {
      return act();
    } finally {
      this.#opener = before;
    }
  }

  /** A process dies and its machine does not: its files stay as they are. To be called before anything of it is closed. */
  keep(life: Life): () => void {
    const copy = this.newFolder('kept');
    this.#unwatched(() => copyFolder(life.folder, copy));
    return () =>
      this.#unwatched(() => {
        this.#closeAll(this.#places.get(life.folder));
        // Closing has moved the log into the database, which a process that is killed does not do.
        for (const file of filesIn(life.folder)) rmSync(file, { force: true });
        copyFolder(copy, life.folder);
        rmSync(copy, { recursive: true, force: true });
      });
  }

  #closeAll(place: Place | undefined): void {
    for (const db of place?.databases ?? [])
      try {
        db.close();
      } catch {
        // A statement of it is under way for ever.
      }
    place?.databases.clear();
  }

  #placeAt(path: string): Place | undefined {
    return this.#isQuiet ? undefined : this.#ownerOf(path);
  }

  /** A folder within another one may have a life of its own. */
  #ownerOf(path: string): Place | undefined {
    if (!path.startsWith(this.root + sep)) return undefined;
    const [name, ...below] = path.slice(this.root.length + 1).split(sep);
    const inner = this.#places.get(join(this.root, name!, ...below.slice(0, 2)));
    return inner ?? this.#places.get(join(this.root, name!));
  }

  #losePower(place: Place, folder: string): void {
    for (const wal of filesIn(place.life.folder).filter((file) => file.endsWith('-wal'))) {
      const copy = join(folder, wal.slice(place.life.folder.length + 1));
      const file = wal.slice(0, -'-wal'.length);
      const now = readWal(wal);
      if (now.salt === '') continue;
      const owner = this.#ownerOf(wal) ?? place;
      const synced = owner.synced.get(wal);
      const noted = synced?.salt === now.salt ? synced.frames : 0;
      const within = owner.unsynced?.file === file ? owner.unsynced.from : now.committed;
      // A FULL commit is on the disk when its statement has returned.
      const kept = owner.full.has(file) || place.full.has(file) ? within : noted;
      const least = Math.max(kept, copiedFrames(`${file}-shm`));
      cutWal(copy, now, least + this.#below(now.frames - least + 1));
    }
    for (const { from, to, former } of place.renamed.toReversed()) {
      const [old, current] = [from, to].map((path) => join(folder, path.slice(place.life.folder.length + 1)));
      if (!existsSync(current!)) continue;
      fs.renameSync(current!, old!);
      if (former !== null) fs.writeFileSync(current!, former);
    }
  }

  #placeOf(db: Database): Place | undefined {
    const known = this.#placeOfDatabase.get(db);
    if (known !== undefined) return this.#isQuiet ? undefined : known;
    const place = this.#isQuiet ? undefined : (this.#opener ?? this.#placeAt(resolve(db.name)));
    if (place === undefined) return undefined;
    place.life.mustGoOn('statement', 'open');
    this.#placeOfDatabase.set(db, place);
    place.databases.add(db);
    this.#unwatched(() => {
      // A lock of another connection of this thread would never be released while one waits for it.
      db.pragma('busy_timeout = 0');
      // What reaches the disk is decided here, and a real sync would take half of the time of a run.
      db.pragma('synchronous = OFF');
    });
    return place;
  }

  /** Around each statement: before or after it, or within a commit, the life may end. */
  #around<Result>(db: Database, text: string, act: () => Result): Result {
    const place = this.#placeOf(db);
    if (place === undefined) return act();
    const { life } = place;
    this.statements += 1;
    const what = `${basename(db.name)} ${text.slice(0, 40)}`;
    if (isReading.test(text)) {
      if (life.isDead) life.mustGoOn('statement', what);
      return act();
    }
    const isCut = life.isLastCall('power') && /^\s*COMMIT/i.test(text) && this.#below(2) === 0;
    if (isCut) {
      place.unsynced = { file: db.name, from: this.#unwatched(() => readWal(`${db.name}-wal`)).committed };
      act();
    }
    life.mustGoOn('statement', `${isCut ? 'within' : 'before'} ${what}`);
    const result = act();
    life.mustGoOn('statement', `after ${what}`);
    return result;
  }

  #watchStatements(): void {
    const around = <Result>(db: Database, text: string, act: () => Result) => this.#around(db, text, act);
    const { prototype } = BetterSqlite as unknown as { prototype: Database };
    const { exec, pragma, close } = prototype as unknown as {
      [name: string]: (this: Database, ...args: unknown[]) => unknown;
    };
    const levelOf = (db: Database, text: string): string => {
      const level = /^synchronous = (\w+)$/.exec(text)?.[1];
      if (level === undefined || this.#isQuiet) return text;
      if (level === 'FULL') this.#placeOf(db)?.full.add(db.name);
      return 'synchronous = OFF';
    };
    const mayClose = (db: Database) => {
      const place = this.#placeOfDatabase.get(db);
      // What ends a dead life closes nothing: closing would change its files.
      if (place?.life.isDead && !this.#isQuiet) return false;
      place?.databases.delete(db);
      return true;
    };
    Object.assign(prototype, {
      exec(this: Database, text: string) {
        return around(this, text, () => exec!.call(this, text));
      },
      pragma(this: Database, text: string, ...more: unknown[]) {
        return around(this, `PRAGMA ${text}`, () => pragma!.call(this, levelOf(this, text), ...more));
      },
      close(this: Database) {
        return mayClose(this) ? close!.call(this) : this;
      },
    });
    const probe = new BetterSqlite(':memory:');
    type Statement = { source: string; database: Database };
    const statement = Object.getPrototypeOf(probe.prepare('SELECT 1')) as object;
    probe.close();
    for (const name of ['run', 'get', 'all', 'iterate'] as const) {
      const act = (statement as { [name: string]: (...args: unknown[]) => unknown })[name]!;
      Object.assign(statement, {
        [name](this: Statement, ...args: unknown[]) {
          return around(this.database, this.source, () => act.apply(this, args));
        },
      });
    }
  }

  #watchFiles(): void {
    const files = fs as unknown as { [name: string]: (...args: never[]) => unknown };
    const watch = (
      name: string,
      pathOf: (args: unknown[]) => string,
      then: (place: Place, args: unknown[], result: unknown) => void = () => undefined,
      before: (place: Place, args: unknown[]) => void = () => undefined,
    ) => {
      const act = files[name]!;
      files[name] = (...args: unknown[]) => {
        const path = pathOf(args);
        const place = this.#placeAt(path);
        if (place === undefined) return act(...(args as never[]));
        place.life.mustGoOn('files', `before ${name} ${basename(path)}`);
        this.#unwatched(() => before(place, args));
        const result = act(...(args as never[]));
        this.#unwatched(() => then(place, args, result));
        place.life.mustGoOn('files', `after ${name} ${basename(path)}`);
        return result;
      };
    };
    const first = ([path]: unknown[]) => (typeof path === 'string' ? resolve(path) : '');
    const ofHandle = ([handle]: unknown[]) => this.#handles.get(handle as number) ?? '';
    watch('openSync', first);
    const open = files['openSync']!;
    // Of every file: a number is used again once its file is closed.
    files['openSync'] = (...args: unknown[]) => {
      const handle = open(...(args as never[])) as number;
      this.#handles.set(handle, first(args));
      return handle;
    };
    for (const name of ['fsyncSync', 'fdatasyncSync']) {
      files[name] = () => undefined;
      watch(name, ofHandle, (place, args) => this.#noteSync(place, ofHandle(args)));
    }
    watch(
      'renameSync',
      first,
      () => undefined,
      (place, [from, to]) => {
        const former =
          existsSync(String(to)) && statSync(String(to)).size < 2 ** 20 ? fs.readFileSync(String(to)) : null;
        place.renamed.push({ from: resolve(String(from)), to: resolve(String(to)), former });
      },
    );
    watch('rmSync', first);
    watch('unlinkSync', first);
    watch('linkSync', first);
    watch('writeFileSync', (args) => (typeof args[0] === 'number' ? ofHandle(args) : first(args)));
    syncBuiltinESMExports();
  }

  #noteSync(place: Place, path: string): void {
    if (path.endsWith('-wal')) place.synced.set(path, readWal(path, place.synced.get(path) ?? NO_WAL));
    place.renamed = place.renamed.filter(({ to }) => dirname(to) !== path);
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name.endsWith('-shm')) continue;
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name));
    else if (entry.isFile()) copyFileSync(join(from, entry.name), join(to, entry.name));
  }
}
