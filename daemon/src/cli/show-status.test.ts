// What `status` shows of a site, line by line.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { describe } from './show-status.ts';

const now = Date.parse('2026-01-01T12:00:00Z');
const row = {
  site_id: 's',
  site_url: 'https://shop.example',
  name: 'Galerie Test',
  has_key: true,
  works: { published: 60, queued: 30, attention: 4, held: 6 },
  works_per_minute: 480,
  status: {
    registry: {
      url: 'https://registry.example/api/v1',
      name: 'Registry',
      organization: { slug: 'ours', name: 'Our Gallery' },
      profiles: [],
      key_prefix: 'areg_abc',
    },
    account: { state: 'ok' as const, message: null, since: null },
    installation_id: 'ins',
    queue: { waiting: 30, sending: 0, attention: 4 },
    rate: { limit: 120, remaining: 30, resets_at: '2026-01-01T12:00:20Z' },
    eta_seconds: 95,
    wait: null,
    polled_at: '2026-01-01T11:59:58Z',
    site_reachable: true,
    site_message: null,
  },
};
const lines = (patch: object) => describe({ ...row, ...patch }, now).map(stripVTControlCharacters);

test('a site under way has bars, its pace and what needs its owner', () => {
  expect(lines({})).toEqual([
    'Galerie Test  https://shop.example',
    '  works     ████████████████████░░░░░░░░ 60 of 100 in the registry',
    '            60 published, 30 waiting, 6 held for your choice, 4 need you',
    '  pace      480 works in the last minute, done in about 2 min',
    '  requests  ███████░░░░░░░░░░░░░░░░░░░░░ 30 of 120 left, again in 20 s',
    '  registry  Registry as Our Gallery',
    '  site      last contact 2 s ago',
  ]);
});

test('trouble is said where it is, and a service that is silent is asked for', () => {
  const account = { state: 'unauthorized' as const, message: 'The key is refused.', since: null };
  const status = { ...row.status, account, polled_at: '2026-01-01T10:00:00Z', site_message: 'It is silent.' };
  const text = lines({ status }).join('\n');
  expect(text).toContain('unauthorized\n            The key is refused.');
  expect(text).toContain('last contact 2.0 h ago: is "run" running?\n            It is silent.');
  expect(lines({ status: null, works: {} }).at(-1)).toContain('is "run" running?');
});
