// The one-time link to the operator console.
import { expect, it } from 'vitest';
import { START_MS } from '../../../tests/support/test-clock.ts';
import { LINK_MINUTES, makeOperatorLink, useOperatorLink } from './operator-link.ts';

function links() {
  const known = new Map<string, number>();
  const written: string[] = [];
  return {
    known,
    written,
    insertOperatorLink: async ({ hash, expiresAt }: { hash: string; expiresAt: number }) =>
      void known.set(hash, expiresAt),
    hasOperatorLink: async (hash: string) => known.has(hash),
    takeOperatorLink: async (hash: string) => {
      written.push(hash);
      return known.delete(hash);
    },
  };
}
const tokenOf = (path: string) => new URL(path, 'https://registry.test').searchParams.get('token');

it('opens once', async () => {
  const storage = links();
  const { path, expiresAtMs } = await makeOperatorLink(storage, START_MS);
  expect(path).toMatch(/^\/operator\/open\?token=opl_[\w-]{43}$/);
  expect(expiresAtMs).toBe(START_MS + LINK_MINUTES * 60_000);
  const [[hash = '', expiresAt] = []] = [...storage.known];
  expect(expiresAt).toBe(expiresAtMs * 1000);
  expect([hash.length, path.includes(hash)]).toEqual([64, false]);
  expect(await useOperatorLink(storage, tokenOf(path))).toBe(true);
  expect(await useOperatorLink(storage, tokenOf(path))).toBe(false);
});

it('a token that cannot be one, or is unknown, causes no write', async () => {
  const storage = links();
  const { path } = await makeOperatorLink(storage, START_MS);
  const token = tokenOf(path) ?? '';
  const wrong = [
    undefined,
    ['x'],
    '',
    'opl_',
    `x${token}`,
    `${token}x`,
    token.slice(0, -1),
    `opl_${'a'.repeat(43)}`,
  ];
  for (const guess of wrong) expect(await useOperatorLink(storage, guess)).toBe(false);
  expect(storage.written).toEqual([]);
  expect(storage.known.size).toBe(1);
});
