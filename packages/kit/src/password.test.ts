// The stored form of a console's password.
import { expect, it } from 'vitest';
import { hashPassword, isPassword, isPasswordHash, newPassword } from './password.ts';

it('fits its own password only, with the cost that stands beside it', async () => {
  const hash = await hashPassword('käthe kollwitz 1867');
  expect(hash).toMatch(/^scrypt:65536:8:1:[\w-]{22}:[\w-]{43}$/);
  expect(isPasswordHash(hash)).toBe(true);
  // The accent as a mark of its own, as some keyboards type it.
  expect(await isPassword('ka\u0308the kollwitz 1867', hash)).toBe(true);
  expect(await isPassword('kathe kollwitz 1867', hash)).toBe(false);
  expect(await hashPassword('käthe kollwitz 1867')).not.toBe(hash);
});

it('of a lower cost, made by hand, still fits', async () => {
  // scrypt of "a long password", N 1024, r 8, p 1, salt of 16 zero bytes.
  const { scryptSync } = await import('node:crypto');
  const salt = Buffer.alloc(16);
  const key = scryptSync('a long password', salt, 32, { N: 1024, r: 8, p: 1 });
  const hash = `scrypt:1024:8:1:${salt.toString('base64url')}:${key.toString('base64url')}`;
  expect(await isPassword('a long password', hash)).toBe(true);
  expect(await isPassword('another password', hash)).toBe(false);
});

it.each([
  '',
  'plain text',
  'scrypt:65536:8:1:short:short',
  'x'.repeat(90),
  `scrypt:65536:8:1:${'a'.repeat(22)}:${'a'.repeat(43)}x`,
])('is not %j', async (text) => {
  expect(isPasswordHash(text)).toBe(false);
  await expect(isPassword('a long password', text)).rejects.toThrow('not a password hash');
});

it('a new password has twelve characters as people count them, without the end of its line', () => {
  expect(newPassword('twelve chars\r\n')).toBe('twelve chars');
  expect(newPassword('🔑'.repeat(12))).toBe('🔑'.repeat(12));
  expect(() => newPassword(`${'🔑'.repeat(11)}\n`)).toThrow('at least 12 characters');
});
