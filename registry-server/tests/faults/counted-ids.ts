// Ids and secrets that are counted, so that they sort by when they were made, and two runs of one operation can be compared. Times and
// Art IDs sort by themselves.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Until the returned function is called. */
export function countIds(): () => void {
  const { randomUUID, randomBytes } = crypto;
  let count = 0;
  const next = () => (count += 1);
  crypto.randomUUID = () => `00000001-0000-4000-8000-${next().toString(16).padStart(12, '0')}`;
  // The number over and over, because some ids are a piece of what is drawn.
  crypto.randomBytes = ((size: number) => Buffer.alloc(size, bytesOf(next()))) as typeof crypto.randomBytes;
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomUUID, randomBytes });
    syncBuiltinESMExports();
  };
}

/** Of a key each byte becomes one of 62 letters, so no two numbers may have the same remainders. */
const LETTERS = 62;

const bytesOf = (number: number): Uint8Array =>
  Uint8Array.from([3, 2, 1, 0].map((place) => Math.floor(number / LETTERS ** place) % LETTERS));
