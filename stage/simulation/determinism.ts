// Makes one process repeatable: randomness from a seed, the time of the simulation where a library reads it by itself, and no work in the
// thread pool, whose threads end in any order. To be called before any program is loaded: what they import is replaced here.
import crypto from 'node:crypto';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Transform } from 'node:stream';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import workers from 'node:worker_threads';
import zlib from 'node:zlib';
import { printerHere } from './printer-here.ts';

/** Before anything is replaced. */
export const realNow = Date.now.bind(Date);
const realImmediate = timers.setImmediate;

let open = 0;
let seen = 0;
/** How many callbacks wait for the event loop: what is ready to run. */
export const openImmediates = (): number => open;
/** How many there have been; for finding where two runs of one seed part. */
export const countImmediates = (): number => seen;

const LOOK_EVERY = 50;
const HARMLESS = new Set(['Timeout', 'Immediate', 'TTYWrap', 'PipeWrap', 'FSEventWrap']);
let looks = 0;

/** Work in the thread pool ends when it likes, and no run could be repeated. */
function refusePool(): void {
  const found = process.getActiveResourcesInfo().filter((name) => !HARMLESS.has(name));
  if (found.length > 0) throw new Error(`there is work outside the simulation: ${found.join(', ')}`);
}

/** Resolves once everything that is ready has run, and all that became ready by it. */
export async function untilQuiet(): Promise<void> {
  do await new Promise<void>((resolve) => void realImmediate(resolve));
  while (open > 0);
  if ((looks += 1) % LOOK_EVERY === 0) refusePool();
}

type Time = {
  nowMs: () => number;
  elapsedMs: () => number;
  later: (ms: number, act: () => void) => unknown;
};

export function makeRepeatable(seed: number, time: Time): void {
  replaceImmediates();
  replaceRandomness(seed);
  replaceTime(time);
  replacePool();
  // Those of the storage are made by threads-here.ts; a real one would end its work when it likes.
  replace(workers, { Worker: printerHere(time.later) });
  syncBuiltinESMExports();
}

function replaceImmediates(): void {
  const counted = <Args extends unknown[]>(act: (...args: Args) => void, ...args: Args) => {
    open += 1;
    seen += 1;
    const immediate = realImmediate(() => {
      open -= 1;
      act(...args);
    });
    return immediate;
  };
  const cleared = (immediate: NodeJS.Immediate | undefined) => {
    // One that has run has no callback any more.
    if (immediate && (immediate as { _onImmediate?: unknown })._onImmediate) open -= 1;
    clear(immediate);
  };
  const clear = timers.clearImmediate;
  Object.assign(timers, { setImmediate: counted, clearImmediate: cleared });
  Object.assign(globalThis, { setImmediate: counted, clearImmediate: cleared });
  Object.assign(timersPromises, {
    setImmediate: <Value>(value?: Value) =>
      new Promise<Value | undefined>((resolve) => void counted(resolve, value)),
  });
}

/** SHA-256 of the seed and a number that counts up: as good as random, and the same in each run. */
function makeBytes(seed: number): (size: number) => Buffer {
  const { hash } = crypto;
  let serial = 0;
  let rest = Buffer.alloc(0);
  return (size) => {
    const parts = [rest];
    for (let length = rest.length; length < size; length += 32)
      parts.push(hash('sha256', `${seed} ${(serial += 1)}`, 'buffer'));
    const all = Buffer.concat(parts);
    rest = all.subarray(size);
    return Buffer.from(all.subarray(0, size));
  };
}

/** Also where a property has only a getter. */
function replace(object: object, values: { [name: string]: unknown }): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: true });
}

/** Of an Ed25519 key in PKCS #8 (RFC 8410), before its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function replaceRandomness(seed: number): void {
  const bytes = makeBytes(seed);
  const number = () => bytes(6).readUIntBE(0, 6) / 2 ** 48;
  const fill = <View extends ArrayBufferView>(view: View): View => {
    bytes(view.byteLength).copy(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    return view;
  };
  replace(crypto, {
    randomBytes: (size: number, done?: (error: null, result: Buffer) => void) =>
      done === undefined ? bytes(size) : setImmediate(() => done(null, bytes(size))),
    randomFillSync: fill,
    randomInt: (low: number, high?: number) => {
      const [from, to] = high === undefined ? [0, low] : [low, high];
      return from + Math.floor(number() * (to - from));
    },
    randomUUID: () => {
      const raw = bytes(16);
      raw[6] = (raw[6]! & 0x0f) | 0x40;
      raw[8] = (raw[8]! & 0x3f) | 0x80;
      return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    generateKeyPairSync: (type: string, options?: object) => {
      if (type !== 'ed25519') throw new Error(`a key of the type ${type} would differ in each run`);
      const key = Buffer.concat([ED25519_PREFIX, bytes(32)]);
      const privateKey = crypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' });
      if (options !== undefined && Object.keys(options).length > 0)
        throw new Error('no form of keys is known here');
      return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
    },
    scrypt: (...args: unknown[]) => answerNext(crypto.scryptSync, args),
  });
  replace(Object.getPrototypeOf(globalThis.crypto) as object, {
    getRandomValues: fill,
    randomUUID: crypto.randomUUID,
  });
  Math.random = number;
}

function replaceTime({ nowMs, elapsedMs }: Time): void {
  const RealDate = Date;
  // A Date of the time that is asked for is a Date like any other.
  class SimulatedDate extends RealDate {
    constructor(...args: unknown[]) {
      if (args.length === 0) super(nowMs());
      else super(...(args as [number]));
    }
    static override now(): number {
      return nowMs();
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  performance.now = elapsedMs;
}

/** The last argument is a callback that hears error and result in the next turn. */
function answerNext(act: (...args: never[]) => unknown, args: unknown[]): void {
  const done = args.at(-1) as (error: unknown, result?: unknown, more?: unknown) => void;
  const given = args.slice(0, -1);
  let result: unknown;
  try {
    result = act(...(given as never[]));
  } catch (error) {
    return void setImmediate(() => done(error));
  }
  // What was read or written is handed over once more.
  setImmediate(() => done(null, result, given[1]));
}

const OF_FILES = [
  ...['access', 'chmod', 'close', 'copyFile', 'fchmod', 'fdatasync', 'fstat', 'fsync', 'ftruncate', 'lstat'],
  ...[
    'mkdir',
    'mkdtemp',
    'open',
    'read',
    'readFile',
    'readdir',
    'readv',
    'realpath',
    'rename',
    'rm',
    'rmdir',
  ],
  ...['stat', 'unlink', 'utimes', 'write', 'writeFile', 'writev'],
];

function replacePool(): void {
  const files = fs as unknown as { [name: string]: (...args: never[]) => unknown };
  for (const name of OF_FILES)
    files[name] = (...args: unknown[]) =>
      // Looked up at each call: what is done at the moment of a death is put in its place later.
      answerNext((...given) => files[`${name}Sync`]!(...given), args);
  for (const name of [
    'access',
    'lstat',
    'mkdir',
    'readFile',
    'readdir',
    'realpath',
    'rename',
    'rm',
    'stat',
    'writeFile',
  ])
    Object.assign(fs.promises, {
      [name]: (...args: unknown[]) =>
        new Promise((resolve, reject) =>
          answerNext(
            (...given) => files[`${name}Sync`]!(...given),
            [...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result))],
          ),
        ),
    });
  const atOnce = (change: (bytes: Buffer) => Buffer) => () => {
    const chunks: Buffer[] = [];
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      flush(done) {
        try {
          done(null, change(Buffer.concat(chunks)));
        } catch (error) {
          done(error as Error);
        }
      },
    });
  };
  replace(zlib, {
    createGzip: atOnce((bytes) => zlib.gzipSync(bytes)),
    createGunzip: atOnce((bytes) => zlib.gunzipSync(bytes)),
  });
  // Every name is that of a public address, as there are no others here.
  const address = { address: '93.184.216.34', family: 4 };
  Object.assign(dns, {
    lookup: (_name: string, options: unknown, done: (...args: unknown[]) => void) =>
      setImmediate(() =>
        (options as { all?: boolean }).all ? done(null, [address]) : done(null, address.address, 4),
      ),
  });
  Object.assign(dns.promises, {
    lookup: (_name: string, options?: { all?: boolean }) =>
      Promise.resolve(options?.all ? [address] : address),
  });
}
