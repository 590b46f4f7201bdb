import { afterEach, expect, test, vi } from 'vitest';
import { lookFurther } from './api.ts';
import { isUnanswered } from './use-report.ts';

afterEach(() => vi.unstubAllGlobals());

const failureOf = async (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('navigator', { onLine: true });
  return await lookFurther(true).then(
    () => expect.unreachable(),
    (cause: Error & { code?: string }) => cause,
  );
};

test.each([
  [
    'a JSON error',
    new Response('{"code":"internal_server_error","message":"A critical error."}', { status: 500 }),
  ],
  ['the page of a proxy', new Response('<h1>Gateway timeout</h1>', { status: 504 })],
  ['nothing but a status', new Response('', { status: 500 })],
])('a review that was begun again continues where it was after %s', async (_, response) => {
  expect(isUnanswered(await failureOf(async () => response))).toBe(false);
});

test('a review that was to begin again begins again where no answer came', async () => {
  expect(isUnanswered(await failureOf(() => Promise.reject(new TypeError('Failed to fetch'))))).toBe(true);
});
