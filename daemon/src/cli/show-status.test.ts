// What `status` shows of a site, line by line.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { describe } from './show-status.ts';

const now = Date.parse('2026-01-01T12:00:00Z');
const row = {
  site_id: 's',
  site_url: 'https://shop.example',
  name: 'Galerie Test',
  registry_url: 'https://registry.example/api/v1',
  has_key: true,
  is_running: true,
  works: { published: 6000, queued: 2990, attention: 4, held: 1006 },
  works_per_minute: 480,
  status: {
    registry: {
      url: 'https://registry.example/api/v1',
      name: 'Registry',
      organization: { slug: 'ours', name: 'Our Gallery' },
      profiles: [],
      key_prefix: 'areg_abc',
      certificates: true,
    },
    account: { state: 'ok' as const, message: null, since: null },
    access: null,
    installation_id: 'ins',
    queue: { waiting: 30, sending: 0, attention: 4 },
    rate: { limit: 120, remaining: 30, resets_at: '2026-01-01T12:00:20Z' },
    eta_seconds: 95,
    wait: null,
    saved_at: '2026-01-01T11:59:59Z',
    polled_at: '2026-01-01T11:59:58Z',
    own_error: null,
    site_reachable: true,
    site_message: null,
    carrier: { way: 'direct' as const, since: null },
  },
};
const lines = (patch: object) => describe({ ...row, ...patch }, now).map(stripVTControlCharacters);

test('a site under way has bars, its pace and what needs its owner', () => {
  expect(lines({})).toEqual([
    'Galerie Test',
    '  https://shop.example',
    '  artworks  █████████████████▒▒▒░░░░░░░░ 6,000 of 10,000 in the registry',
    '            6,000 registered',
    '            2,990 waiting',
    '            1,006 on hold for your decision',
    '            4 need you',
    '  pace      480 artworks in the last minute, done in about 2 min',
    '  requests  ███████░░░░░░░░░░░░░░░░░░░░░ 30 of 120 left, reset in 20 s',
    '  registry  Registry as Our Gallery',
    '  site      last contact 2 s ago',
  ]);
});

test('no line is longer than the terminal is wide, and what continues is indented', () => {
  const name = 'Galerie am Markt – moderne und zeitgenössische Kunst aus der Schweiz und aus Liechtenstein';
  const message =
    'The registry does not accept the API key. Ask its operator for a new one and set it with "key set".';
  const account = { state: 'unauthorized' as const, message, since: null };
  const printed = lines({ name, status: { ...row.status, account, registry: null } });
  expect(Math.max(...printed.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(printed.join('\n')).toContain(
    '  registry  https://registry.example/api/v1: the API key is refused\n' +
      '            The registry does not accept the API key. Ask its operator for a new\n' +
      '            one and set it with "key set".',
  );
});

test('a bar is full only when everything is done, and a single work that needs somebody shows', () => {
  const bar = (works: object) => /[█▒░]+/.exec(lines({ works }).join('\n'))![0];
  expect(bar({ published: 9999, queued: 1 })).toBe('█'.repeat(27) + '░');
  expect(bar({ published: 9999, attention: 1 })).toBe('█'.repeat(27) + '▒');
  expect(bar({ published: 100 })).toBe('█'.repeat(28));
  expect(bar({})).toBe('█'.repeat(28));
});

test('a problem is shown where it is, and a service that does not run is named', () => {
  const account = { state: 'unreachable' as const, message: 'It answered 503.', since: null };
  const status = { ...row.status, account, polled_at: '2026-01-01T10:00:00Z', site_message: 'It is silent.' };
  const text = lines({ status, is_running: false }).join('\n');
  expect(text).toContain('Registry as Our Gallery: does not answer\n            It answered 503.');
  expect(text).toContain('last contact 2.0 h ago: no sync service runs here\n            It is silent.');
  expect(lines({ status }).join('\n')).toContain('last contact 2.0 h ago\n            It is silent.');
  expect(lines({ status: null, works: {}, is_running: false }).at(-1)).toContain('no sync service runs here');
  const failing = { ...row.status, own_error: 'database or disk is full' };
  expect(lines({ status: failing }).join(' ')).toContain('database or disk is full');
});
