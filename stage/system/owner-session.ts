// The gallery's owner at the site, without a browser: logged in as a person is, by the same REST routes that the screens use. An open
// screen is part of it, because a site on PHP's own server cannot call the sync service by itself.
import { setTimeout as delay } from 'node:timers/promises';
import sodium from 'libsodium-wrappers';
import { waitFor } from './site-works.ts';
import type { WordPress } from '../wordpress/wordpress.ts';

/** As often as the screen asks while somebody looks. */
const LOOK_MS = 2000;

/** What is read here of the screen's own `Overview`. */
export interface Overview {
  works: number;
  connection: {
    site_id: string | null;
    site_url: string;
    is_paired: boolean;
    is_alive: boolean;
    hand_over: { seal_key: string | null };
    access: { state: 'asked' | 'waiting' | 'approved' | 'rejected' | 'expired' } | null;
    account: { state: string };
    registries: { offer: { id: string; api: string } | null };
  };
}

export interface OwnerSession {
  /** What the screen shows. */
  overview(): Promise<Overview>;
  /** One order of a screen; `route` is below /artwork-registry/v1/screen. */
  order(route: string, data?: object): Promise<Overview>;
  /** Steps 1 and 2 of the wizard: sees the registry, agrees, asks for access. Resolves when the request waits for the operator. */
  askForAccess(registryUrl: string, person: { name: string; email: string; gallery: string }): Promise<void>;
  /** After the approval: the key has arrived, the profile is confirmed and the choice of artworks saved. */
  finishWizard(): Promise<void>;
  /** Closes the screen. */
  close(): Promise<void>;
}

export async function openOwnerSession(site: Pick<WordPress, 'url' | 'admin'>): Promise<OwnerSession> {
  const cookie = await logIn(site);
  const nonce = await (
    await fetch(`${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } })
  ).text();

  async function call<T>(method: 'GET' | 'POST', route: string, data?: object): Promise<T> {
    const response = await fetch(`${site.url}/?rest_route=/artwork-registry/v1/screen/${route}`, {
      method,
      headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      ...(data ? { body: JSON.stringify(data) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${route}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }

  const overview = () => call<Overview>('GET', 'overview');
  const order = (route: string, data: object = {}) => call<Overview>('POST', route, data);
  const seen = (what: string, test: (now: Overview) => boolean) =>
    waitFor(
      what,
      async () => {
        const now = await overview();
        return test(now) && now;
      },
      90_000,
    );
  const screen = keepScreenOpen(overview, (reason) => call<{ next_in: number }>('POST', 'dial', { reason }));

  return {
    overview,
    order,
    askForAccess: async (registryUrl, person) => {
      const { offer } = (await order('connect/look', { address: registryUrl })).connection.registries;
      await order('connect/agree', { offer: offer!.id });
      const { connection, works } = await seen(
        'the first call of the sync service',
        (now) => now.connection.is_paired && now.connection.hand_over.seal_key !== null,
      );
      const box = {
        kind: 'access_request',
        site_id: connection.site_id,
        registry_url: offer!.api,
        request: {
          name: person.name,
          email: person.email,
          organization: person.gallery,
          website: connection.site_url,
          intended_use: `Register the artworks of ${person.gallery}.`,
          expected_volume: `${works} artworks on the website now`,
        },
      };
      await order('hand-over', {
        kind: 'access_request',
        box: await seal(JSON.stringify(box), connection.hand_over.seal_key!),
      });
      await seen('a request that waits', (now) => now.connection.access?.state === 'waiting');
    },
    finishWizard: async () => {
      await seen('an account at the registry', (now) => now.connection.account.state === 'ok');
      for (const mark of ['profile', 'choice', 'finished']) await order('setup', { mark });
    },
    close: screen.close,
  };
}

async function logIn({ url, admin }: Pick<WordPress, 'url' | 'admin'>): Promise<string> {
  const response = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    // WordPress logs nobody in whose browser has not shown that it keeps cookies.
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: admin.user, pwd: admin.password, testcookie: '1' }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]!);
  if (!cookies.some((cookie) => cookie.startsWith('wordpress_logged_in')))
    throw new Error(`${url} did not log its owner in: ${response.status}.`);
  return cookies.join('; ');
}

/** As the browser does, so that WordPress cannot read it. */
async function seal(text: string, publicKey: string): Promise<string> {
  await sodium.ready;
  const { ORIGINAL } = sodium.base64_variants;
  return sodium.to_base64(sodium.crypto_box_seal(text, sodium.from_base64(publicKey, ORIGINAL)), ORIGINAL);
}

/** What an open screen does: it looks again and again, and dials when the site says. */
function keepScreenOpen(
  look: () => Promise<unknown>,
  dial: (reason: 'screen' | null) => Promise<{ next_in: number }>,
): { close: () => Promise<void> } {
  const closing = new AbortController();
  const repeat = async (act: () => Promise<number>) => {
    while (!closing.signal.aborted) {
      const pauseMs = await act().catch(() => LOOK_MS);
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  let reason: 'screen' | null = 'screen';
  const loops = [
    repeat(async () => {
      await look();
      return LOOK_MS;
    }),
    repeat(async () => {
      const { next_in: seconds } = await dial(reason);
      reason = null;
      return Math.min(60, Math.max(5, seconds)) * 1000;
    }),
  ];
  return {
    close: async () => {
      closing.abort();
      await Promise.all(loops);
    },
  };
}
