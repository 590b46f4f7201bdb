// Every address that the server answers is on a page of docs/, except what another address links to and the forms of the console.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routesOf } from '../../../packages/kit/tests/strangers/routes.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');
const PAGES = ['api.md', 'public-side.md', 'operator.md'].map(read).join('\n');
/** Found by a link, or loaded by a page. */
const LINKED = /^\/(?:assets|docs|activity\/page-|sitemap-|guide[/*]|operator\/)/;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.app.ready();
});
afterAll(() => registry.close());

it('every address is on a page', () => {
  const all = routesOf(registry.app);
  expect(all.length).toBeGreaterThan(60);
  // Parts between parameters: "/artworks/:id/qr.svg" is "/artworks/" and "/qr.svg".
  const parts = all
    .filter((path) => !LINKED.test(path))
    .flatMap((path) => path.replace(/^\/api\/v1/, '').split(/:\w+(?:\([^)]*\))?/))
    .filter((part) => part.length > 1);
  expect([...new Set(parts)].filter((part) => !PAGES.includes(part))).toEqual([]);
});
