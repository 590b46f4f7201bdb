// What a caller without a signature or a session may ask of each address of a host, at its dearest: the largest body that is taken, and the
// question that costs most. An address without a line fails in every-address.test.ts.
import { randomBytes } from 'node:crypto';
import type { Ask } from '../../../packages/kit/tests/strangers/stranger-process.ts';

/** What is there to be asked for. */
export type Known = {
  /** A site of the host. */
  siteId: string;
  registryUrl: string;
  /** A site that the stranger names; the host may call it. */
  namedUrl: string;
  /** What a visitor of the console is given to sign in with. */
  login: { cookie: string; token: string };
};
export type Line = {
  route: string;
  /** Which of the two servers; each has its port. */
  of: 'host' | 'console';
  /** The status of each answer within the budget. */
  answer: number;
  ask: (known: Known, serial: number) => Ask;
};

const JSON_BODY = { 'content-type': 'application/json' };
const MIB = 2 ** 20;
const TURN = 'x'.repeat(5 * MIB);
const SMALL = 'x'.repeat(60_000);

const get =
  (path: string): Line['ask'] =>
  () => ({ method: 'GET', path });
const post =
  (path: (known: Known) => string, body: string): Line['ask'] =>
  (known) => ({ method: 'POST', path: path(known), headers: JSON_BODY, body });

export const LINES: readonly Line[] = [
  { route: '/sites', of: 'host', answer: 201, ask: introduce },
  {
    route: '/sites/:siteId/turn',
    of: 'host',
    answer: 401,
    ask: post(({ siteId }) => `/sites/${siteId}/turn`, TURN),
  },
  {
    route: '/sites/:siteId/leave',
    of: 'host',
    answer: 401,
    ask: post(({ siteId }) => `/sites/${siteId}/leave`, SMALL),
  },
  {
    route: '/sites/:siteId/wake',
    of: 'host',
    answer: 401,
    ask: post(({ siteId }) => `/sites/${siteId}/wake`, SMALL),
  },
  {
    route: '/webhooks/registry/:siteId',
    of: 'host',
    answer: 401,
    ask: post(({ siteId }) => `/webhooks/registry/${siteId}`, SMALL),
  },
  { route: '/healthz', of: 'host', answer: 200, ask: get('/healthz') },
  { route: '/readyz', of: 'host', answer: 200, ask: get('/readyz') },
  { route: '/health', of: 'host', answer: 200, ask: get('/health') },
  { route: '/metrics', of: 'host', answer: 200, ask: get('/metrics') },
  { route: '/', of: 'console', answer: 303, ask: get('/') },
  {
    route: '/login',
    of: 'console',
    answer: 403,
    // With a token of the form, or no password is compared.
    ask: ({ login: { cookie, token } }) => ({
      method: 'POST',
      path: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: `token=${token}&password=${'x'.repeat(200)}`,
    }),
  },
];

export const nameOf = ({ route, of, ask }: Line): string =>
  `${of === 'console' ? 'console.' : ''}${ask(NOTHING, 0).method} ${route}`;

const NOTHING: Known = { siteId: '', registryUrl: '', namedUrl: '', login: { cookie: '', token: '' } };

function introduce({ registryUrl, namedUrl }: Known, serial: number): Ask {
  const body = {
    protocol: 1,
    site_url: `${namedUrl}/${serial}`,
    name: 'Stranger',
    platform: 'wordpress',
    secret: randomBytes(32).toString('base64'),
    registry_url: registryUrl,
    plugin_version: '0.1.0',
    environment: 'production',
    public: true,
  };
  return { method: 'POST', path: '/sites', headers: JSON_BODY, body: JSON.stringify(body) };
}

/** What a stranger finds at the door of the console. */
export async function lookAtDoor(consoleUrl: string): Promise<Known['login']> {
  const door = await fetch(`${consoleUrl}/login`);
  const cookie = door.headers.getSetCookie().map((one) => one.split(';')[0]!);
  const page = await door.text();
  const token = /name="token"\s+value="([\w-]+)"/.exec(page)?.[1];
  if (token === undefined) throw new Error(`The console shows no form: ${page.slice(0, 500)}`);
  return { cookie: cookie.join('; '), token };
}
