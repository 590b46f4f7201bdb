// A new address is either for holders of a key or a session, or it has a line that says what it costs at its dearest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#kit/password';
import { GUIDE_FOLDER } from '../../src/pages/guide.ts';
import { certificateInput } from '../support/certificates.ts';
import { PUBLIC_URL } from '../support/engines.ts';
import { routesOf } from '../../../packages/kit/tests/strangers/routes.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';
import { LINES, lookAround, nameOf } from './lines.ts';
import type { Known } from './lines.ts';

const WORKS = 60;
/** The one part that these sources may be without. */
const HAS_GUIDE = existsSync(join(GUIDE_FOLDER, 'index.html'));
let registry: TestRegistry;
let known: Known;

beforeAll(async () => {
  registry = await startTestRegistry({ operatorPasswordHash: await hashPassword('of the operator') });
  const { api } = await registry.organization('kunsthaus');
  for (let serial = 1; serial <= WORKS; serial += 1) {
    const work = { title: `Portrait ${serial}`, artist_name: 'Ada Painter' };
    expect((await api('POST', '/artworks', work)).status).toBe(201);
  }
  const issued = await registry.storage.issueCertificate(certificateInput('AREG-100001'));
  if (!issued.ok) throw new Error('no certificate could be issued');
  known = {
    works: WORKS,
    gallery: 'kunsthaus-gallery',
    artist: 'ada-painter',
    certificate: issued.body.id,
    publicUrl: PUBLIC_URL,
    ...(await lookAround(async (url) => {
      const { body, cookies } = await registry.app.inject(url);
      return { body, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
    })),
  };
});
afterAll(() => registry.close());

/** A key or a session comes first, whatever is below; what does not ask for one has a line of its own. */
const isClosed = (route: string) => /^\/(?:api\/v1|operator)(?:\/|$)/.test(route);

it('each address that answers without identity is driven at its dearest', async () => {
  // The names of some files are made of what is in them.
  const routes = routesOf(registry.app).map((route) =>
    route.replace(/^\/assets\/.*/, '/assets').replace(/\(\^.*?\)/, ''),
  );
  expect(routes.length).toBeGreaterThan(60);
  const driven = new Set(LINES.flatMap((line) => line.routes));
  expect(routes.filter((route) => !driven.has(route) && !isClosed(route))).toEqual([]);
  expect([...driven].filter((route) => !routes.includes(route))).toEqual([]);
});

it.each(LINES.map((line) => [nameOf(line), line] as const))(
  '%s answers what its line says, so that what it costs is measured and not what a refusal costs',
  async (_, { ask, answer = 200, absent = answer }) => {
    for (const serial of [1, 2]) {
      const { method, path, headers, body } = ask(known, serial);
      // Of this machine, as in the bench: the console would answer others that they come without HTTPS.
      const remoteAddress = `127.0.0.${serial}`;
      const answered = await registry.app.inject({
        method,
        url: path,
        remoteAddress,
        ...(headers && { headers }),
        ...(body !== undefined && { payload: body }),
      });
      expect([path.slice(0, 80), answered.statusCode]).toEqual([
        path.slice(0, 80),
        HAS_GUIDE ? answer : absent,
      ]);
    }
  },
);
