import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry();
});
afterEach(() => registry.close());

const get = (url: string, accept: string) => registry.app.inject({ method: 'GET', url, headers: { accept } });

it('says that the registry works, to people and to programs, and nothing of its queues', async () => {
  const page = await get('/status', 'text/html');
  expect([page.statusCode, page.body.includes('The registry works')]).toEqual([200, true]);
  for (const answer of [await get('/status', 'application/json'), await get('/status.json', '*/*')])
    expect(answer.json()).toEqual({
      object: 'status',
      status: 'up',
      checked_at: '2026-03-01T12:00:00.000Z',
    });
});

it('says that it has a fault when the database does not answer', async () => {
  vi.spyOn(registry.storage, 'ping').mockRejectedValue(new Error('the disk is gone'));
  const page = await get('/status', 'text/html');
  expect([page.statusCode, page.body.includes('The registry has a fault')]).toEqual([503, true]);
  expect(page.body).not.toContain('disk');
  expect((await get('/status.json', '*/*')).json().status).toBe('down');
});
