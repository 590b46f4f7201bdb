// Ids and secrets that are counted, so that they sort by when they were made, and two runs of one operation can be compared. Times and
// Art IDs sort by themselves.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Until the returned function is called. */
export function countIds(): () => void {
  const { randomUUID, randomBytes } = crypto;
  let count = 0;
  const next = (digits: number) => (count += 1).toString(16).padStart(digits, '0');
  crypto.randomUUID = () => `00000001-0000-4000-8000-${next(12)}`;
  // The number over and over, because some ids are a piece of what is drawn.
  crypto.randomBytes = ((size: number) => Buffer.alloc(size, next(6), 'hex')) as typeof crypto.randomBytes;
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomUUID, randomBytes });
    syncBuiltinESMExports();
  };
}
