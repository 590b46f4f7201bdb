// Sealed cookies of the console, on two instances of one registry: its database on PostgreSQL, its secret key, its password.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#kit/password';
import type { SecretKeys } from '../../secret-key.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { openPostgresStorage } from '../../storage/postgres/open.ts';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import type { TestClock } from '../../../tests/support/test-clock.ts';
import { BY_PASSWORD } from './operator-identity.ts';
import { Sessions } from './sessions.ts';

const PASSWORD = 'correct horse battery';
const [passwordHash, otherHash] = await Promise.all([
  hashPassword(PASSWORD),
  hashPassword('another password'),
]);
const key = (byte: number) => Buffer.alloc(32, byte);

type App = ReturnType<typeof buildApp>;
type Settings = { secretKeys?: SecretKeys; operatorPasswordHash?: string | undefined };
let database: { url: string; drop(): Promise<void> };
let clock: TestClock;
let closers: (() => Promise<void>)[];

beforeEach(async () => {
  database = await freshRegistry('postgres-15');
  clock = testClock();
  closers = [];
});
afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  await database.drop();
});

async function startInstance({
  secretKeys = [key(1)],
  operatorPasswordHash = passwordHash,
}: Settings = {}): Promise<App> {
  const storage = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
  const config = { ...readConfig({}), operatorPasswordHash };
  const app = buildApp({ config, storage, clock, secretKeys, publicUrl: () => PUBLIC_URL });
  closers.push(async () => {
    await app.close();
    await storage.close();
  });
  return app;
}

type Page = Awaited<ReturnType<typeof get>>;
const get = (app: App, path: string, cookie = '') =>
  app.inject({ method: 'GET', url: `/operator${path}`, headers: { cookie } });
const post = (app: App, path: string, fields: Record<string, string>, cookie: string) =>
  app.inject({
    method: 'POST',
    url: `/operator${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });
const cookieOf = (page: Page) =>
  `registry_operator=${page.cookies.find(({ name }) => name === 'registry_operator')?.value ?? ''}`;
const tokenIn = (page: Page) => /name="token"\s+value="([\w-]+)"/.exec(page.body)?.[1] ?? '';

/** The form is asked for at one instance and sent to another. */
async function signIn(asked: App, sent: App = asked): Promise<string> {
  const form = await get(asked, '/login');
  const page = await post(sent, '/login', { password: PASSWORD, token: tokenIn(form) }, cookieOf(form));
  expect([page.statusCode, page.headers.location]).toEqual([303, '/operator']);
  return cookieOf(page);
}
const isOpen = async (app: App, cookie: string) => (await get(app, '', cookie)).statusCode === 200;

describe('a session of the console', () => {
  it('is opened at one instance, used at another, and ended at a third', async () => {
    const [one, two, three] = [await startInstance(), await startInstance(), await startInstance()];
    const cookie = await signIn(one, two);
    const page = await get(three, '/organizations', cookie);
    expect(page.statusCode).toBe(200);
    const out = await post(one, '/logout', { token: tokenIn(page) }, cookie);
    expect([out.statusCode, out.headers.location]).toEqual([303, '/operator/login']);
    expect(cookieOf(out)).toBe('registry_operator=');
  });
  it('has forms that another instance takes, and takes none of another session', async () => {
    const [one, two] = [await startInstance(), await startInstance()];
    const cookie = await signIn(one);
    const form = await get(one, '/webhooks', cookie);
    const sent = (app: App, token: string) => post(app, '/webhooks/nobody/pause', { token }, cookie);
    // Its token is right: that there is no such webhook comes after it.
    expect((await sent(two, tokenIn(form))).statusCode).toBe(404);
    expect((await sent(two, tokenIn(await get(two, '/webhooks', await signIn(two))))).statusCode).toBe(403);
  });
  it('outlives a restart', async () => {
    const one = await startInstance();
    const cookie = await signIn(one);
    await closers.pop()?.();
    expect(await isOpen(await startInstance(), cookie)).toBe(true);
  });
  it('ends when the password is changed, or the key is another', async () => {
    const cookie = await signIn(await startInstance());
    const other = await startInstance({ operatorPasswordHash: otherHash });
    expect((await get(other, '', cookie)).headers.location).toBe('/operator/login');
    expect(await isOpen(await startInstance({ secretKeys: [key(2)] }), cookie)).toBe(false);
  });
  it('outlives a rotation of the secret key, until the former one is removed', async () => {
    const cookie = await signIn(await startInstance());
    const rotated = await startInstance({ secretKeys: [key(2), key(1)] });
    const page = await get(rotated, '', cookie);
    expect(page.statusCode).toBe(200);
    const form = await get(await startInstance(), '/webhooks', cookie);
    expect((await post(rotated, '/webhooks/nobody/pause', { token: tokenIn(form) }, cookie)).statusCode).toBe(
      404,
    );
    expect(await isOpen(await startInstance({ secretKeys: [key(2)] }), cookie)).toBe(false);
    const renewed = await signIn(rotated);
    expect(await isOpen(await startInstance({ secretKeys: [key(2)] }), renewed)).toBe(true);
  });
  it('is counted again by each instance that is used, to twelve hours in all', async () => {
    const apps = [await startInstance(), await startInstance()] as const;
    let cookie = await signIn(apps[0]);
    for (let use = 0; use < 14; use += 1) {
      clock.ms += 50 * 60_000;
      const page = await get(apps[use % 2 === 0 ? 0 : 1], '', cookie);
      expect(page.statusCode).toBe(200);
      cookie = cookieOf(page);
    }
    clock.ms += 20 * 60_000;
    expect(await isOpen(apps[0], cookie)).toBe(false);
  });
});

describe('a sealed cookie', () => {
  const sessions = (settings: Settings = {}) =>
    new Sessions({
      clock,
      secretKeys: settings.secretKeys ?? [key(1)],
      passwordHash: settings.operatorPasswordHash,
    });

  it('of a clock that was 40 days ahead opens nothing once the clock is right', () => {
    clock.ms += 40 * 86_400_000;
    const cookie = sessions().seal(sessions().signIn(BY_PASSWORD));
    expect(sessions().open(cookie)).toBeDefined();
    // Instances differ by a little.
    clock.ms -= 1000;
    expect(sessions().open(cookie)).toBeDefined();
    clock.ms -= 40 * 86_400_000;
    expect(sessions().open(cookie)).toBeUndefined();
  });

  it('opens as it was sealed, and says nothing to others', () => {
    const session = sessions().signIn(BY_PASSWORD);
    const cookie = sessions().seal(session);
    expect(sessions().open(cookie)).toEqual(session);
    expect(cookie).toMatch(/^[\w-]+$/);
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(session.id.slice(0, 8));
    expect(sessions().seal(session)).not.toBe(cookie);
  });
  it('is refused when any byte of it was changed, when it was cut, and when it is none', () => {
    const sealed = Buffer.from(sessions().seal(sessions().signIn(BY_PASSWORD)), 'base64url');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(sessions().open(changed.toString('base64url')), `byte ${at}`).toBeUndefined();
      expect(sessions().open(sealed.subarray(0, at).toString('base64url')), `${at} bytes`).toBeUndefined();
    }
    for (const text of [undefined, '', 'x', '%00', 'x'.repeat(4000)])
      expect(sessions().open(text)).toBeUndefined();
  });
  it('of a signing secret opens no session', async () => {
    const { sealSecret } = await import('../../domain/delivery/signing-secret.ts');
    const forged = sealSecret(JSON.stringify(sessions().signIn(BY_PASSWORD)), key(1));
    expect(sessions().open(forged)).toBeUndefined();
  });
  it('ends to the millisecond', () => {
    const cookie = sessions().seal(sessions().signIn(BY_PASSWORD));
    clock.ms += 60 * 60_000 - 1;
    expect(sessions().open(cookie)).toBeDefined();
    clock.ms += 1;
    expect(sessions().open(cookie)).toBeUndefined();
  });
  it('is given out again at most once a minute, and never to somebody who has not signed in', () => {
    const session = sessions().signIn(BY_PASSWORD);
    clock.ms += 59_999;
    expect(sessions().renewed(session)).toBeUndefined();
    clock.ms += 1;
    expect(sessions().renewed(session)).toMatchObject({ id: session.id });
    expect(sessions().renewed(session)?.signedIn?.endsAtMs).toBe(session.signedIn?.endsAtMs);
    expect(sessions().renewed(sessions().begin())).toBeUndefined();
  });
});
