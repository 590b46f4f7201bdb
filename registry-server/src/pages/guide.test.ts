import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { addGuide } from './guide.ts';
import { systemClock } from '#kit/clock';

const folder = mkdtempSync(join(tmpdir(), 'registry-guide-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('an installation without the guide says how to have it', async () => {
  const app = Fastify();
  addGuide(app, systemClock, folder);
  const answer = await app.inject('/guide/');
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('npm run docs');
});

it('the guide is served with its scripts, and nothing from elsewhere may run in it', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<h1>Guide</h1>');
  const app = Fastify();
  addGuide(app, systemClock, folder);
  expect((await app.inject('/guide')).headers.location).toBe('/guide/');
  const page = await app.inject('/guide/');
  expect(page.body).toBe('<h1>Guide</h1>');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect((await app.inject('/guide/../package.json')).statusCode).toBe(404);
});

it('a file of the guide that was written by a clock ahead is dated no later than the answer', async () => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'index.html');
  writeFileSync(file, '<h1>Guide</h1>');
  const ahead = new Date(Date.now() + 40 * 86_400_000);
  utimesSync(file, ahead, ahead);
  const app = Fastify();
  addGuide(app, systemClock, folder);
  const { headers } = await app.inject('/guide/');
  expect(Date.parse(String(headers['last-modified']))).toBeLessThanOrEqual(Date.now());
});
