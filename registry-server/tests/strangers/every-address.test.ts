// A new address is either for holders of a key or a session, or it has a line that says what it costs at its dearest.
import { expect, it } from 'vitest';
import { routesOf } from '../support/routes.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import { LINES } from './lines.ts';

/** A key or a session comes first, whatever is below; what does not ask for one has a line of its own. */
const isClosed = (route: string) => /^\/(?:api\/v1|operator)(?:\/|$)/.test(route);

it('each address that answers without identity is driven at its dearest', async () => {
  const registry = await startTestRegistry();
  await registry.app.ready();
  // The names of some files are made of what is in them.
  const routes = routesOf(registry.app).map((route) =>
    route.replace(/^\/assets\/.*/, '/assets').replace(/\(\^.*?\)/, ''),
  );
  await registry.close();
  expect(routes.length).toBeGreaterThan(60);
  const driven = new Set(LINES.flatMap((line) => line.routes));
  expect(routes.filter((route) => !driven.has(route) && !isClosed(route))).toEqual([]);
  expect([...driven].filter((route) => !routes.includes(route))).toEqual([]);
});
