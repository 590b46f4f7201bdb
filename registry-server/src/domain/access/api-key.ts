// API keys: `areg_`, 32 base62 characters, a 6-character checksum. The checksum lets secret scanners recognise a key
// and catches typing errors before any look-up. Only the SHA-256 and the visible prefix are stored.
import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^areg_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const PREFIX_LENGTH = 'areg_'.length + 8;

export type NewApiKey = { apiKey: string; prefix: string; hash: string };

export function makeApiKey(): NewApiKey {
  const secret = randomBase62(32);
  const apiKey = `areg_${secret}${checksum(secret)}`;
  return { apiKey, prefix: apiKey.slice(0, PREFIX_LENGTH), hash: hashApiKey(apiKey) };
}

export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}

/** False if the text cannot be one of our keys. */
export function isApiKey(text: string): boolean {
  const match = SHAPE.exec(text);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: larger values would favour the first letters.
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

function checksum(secret: string): string {
  let value = BigInt(`0x${createHash('sha256').update(`areg_${secret}`).digest('hex').slice(0, 16)}`);
  let text = '';
  for (let index = 0; index < 6; index += 1) {
    text += ALPHABET[Number(value % 62n)];
    value /= 62n;
  }
  return text;
}
