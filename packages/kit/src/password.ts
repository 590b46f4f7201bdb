// A password for an operator's console: scrypt with its parameters beside the result, so that they can be raised later. Written with
// colons: a dollar sign would be taken for a variable by shells and by Compose files.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { UsageError } from './cli-error.ts';

const MIN_PASSWORD = 12;

// 64 MiB and about a quarter of a second: OWASP's smallest recommendation is half of it.
type Cost = { N: number; r: number; p: number };
const COST: Cost = { N: 65_536, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const SHAPE = /^scrypt:(\d{4,7}):(\d{1,2}):(\d{1,2}):([\w-]{16,64}):([\w-]{43})$/;

/** What was typed or piped, without the end of the line. Throws UsageError where it is too short to become a password. */
export function newPassword(typed: string): string {
  const password = typed.replace(/\r?\n$/, '');
  if ([...password].length < MIN_PASSWORD)
    throw new UsageError(`the password must have at least ${MIN_PASSWORD} characters`);
  return password;
}

/** `scrypt:N:r:p:salt:key`, salt and key in base64url. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return `scrypt:${N}:${r}:${p}:${salt.toString('base64url')}:${key.toString('base64url')}`;
}

export function isPasswordHash(hash: string): boolean {
  return SHAPE.test(hash);
}

/** Throws if the text is not a password hash (isPasswordHash). */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const match = SHAPE.exec(hash);
  if (match === null) throw new Error('this is not a password hash');
  const [, N, r, p, salt = '', key = ''] = match;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const wanted = Buffer.from(key, 'base64url');
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), cost), wanted);
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // NFC, so that an accent typed on another keyboard is the same accent.
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
