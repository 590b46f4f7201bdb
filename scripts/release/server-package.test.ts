// The server, installed from its tarball: everything a gallery's first week asks of it.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanEnvironment, installPackages, node, pretendNode, typeScriptIn } from './installed.ts';
import type { Installed } from './installed.ts';
import { deadLinks } from './pages.ts';

const PROGRAM = 'artwork-registry-server';
let installed: Installed;
let server: ChildProcess | undefined;
let address: string;
const data = () => ({ REGISTRY_DATA_DIR: join(installed.folder, 'data') });

beforeAll(async () => {
  installed = installPackages(['contract', 'server']);
  server = spawn(join(installed.folder, 'node_modules/.bin', PROGRAM), ['serve', '--port', '0'], {
    cwd: installed.folder,
    env: cleanEnvironment(data()),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout! });
  const [first] = (await once(lines, 'line')) as [string];
  address = /http:\/\/127\.0\.0\.1:\d+/.exec(first)?.[0] ?? `no address in ${first}`;
}, 180_000);
afterAll(async () => {
  if (server === undefined) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
  installed.remove();
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the test asserts the shape of what it reads
type Json = any;
const json = (...args: string[]): Json =>
  JSON.parse(installed.run(PROGRAM, [...args, '--json'], data()));

test('it is plain JavaScript', () => {
  expect(typeScriptIn(installed.packages)).toEqual([]);
});

test('every command says what it does', () => {
  const seen: string[] = [];
  const look = (words: string[]) => {
    const help = installed.run(PROGRAM, [...words, '--help'], data());
    expect(help).toContain(`Usage: ${[PROGRAM, ...words].join(' ')}`);
    seen.push(words.join(' '));
    const [, commands = ''] = help.split('\nCommands:\n');
    for (const [, name] of commands.matchAll(/^ {2}([a-z][a-z-]*)/gm))
      if (name !== undefined && name !== 'help') look([...words, name]);
  };
  look([]);
  expect(seen).toEqual(expect.arrayContaining(['serve', 'key create', 'certificate issue', 'config example']));
  expect(seen.length).toBeGreaterThan(40);
}, 240_000);

test('a work is published, shown, certified, printed and backed up', async () => {
  json('org', 'create', '--slug', 'quill', '--name', 'Galerie Quill');
  json('profile', 'create', '--org', 'quill', '--type', 'gallery', '--slug', 'quill', '--name', 'Quill');
  const { api_key } = json('key', 'create', '--org', 'quill', '--scopes', 'artworks:read,artworks:write');
  const answer = await fetch(`${address}/api/v1/artworks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Blue Hour', artist_name: 'Iris Quill', year_created: '2024' }),
  });
  expect(answer.status).toBe(201);
  const { registry_id } = (await answer.json()) as Json;
  const page = await fetch(`${address}/artworks/${registry_id}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Blue Hour')]);
  const certificate = json('certificate', 'issue', '--artwork', registry_id);
  const pdf = await fetch(`${address}/certificates/${certificate.certificate_id}.pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-.*FontFile2/s);
  const backup = join(installed.folder, 'registry.backup');
  json('backup', backup);
  const restored = { REGISTRY_DATA_DIR: join(installed.folder, 'restored') };
  installed.run(PROGRAM, ['restore', backup], restored);
  const orgs = installed.run(PROGRAM, ['org', 'list', '--json'], restored);
  expect(orgs).toContain('Galerie Quill');
}, 60_000);

test('the API description is served with its styles and scripts', async () => {
  const page = await (await fetch(`${address}/docs`)).text();
  const files = [...page.matchAll(/(?:src|href)="(\.?\/?[^":]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(1);
  for (const path of [...files, '/api/v1/openapi.json', '/healthz']) {
    const { status } = await fetch(new URL(path, `${address}/docs/`));
    expect([path, status]).toEqual([path, 200]);
  }
});

test('an older Node gets one sentence', () => {
  const main = join(installed.packages, 'server/dist/main.js');
  const refused = spawnSync(node, [pretendNode('20.20.2'), main, 'serve'], { encoding: 'utf8' });
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The registry server needs Node.*\n$/),
  });
});

test('every link of its README leads to a page in it', () => {
  expect(deadLinks(join(installed.packages, 'server'), ['README.md'])).toEqual([]);
});
