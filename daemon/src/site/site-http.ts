// HTTP towards a site: the three ways in to the plugin's routes, and one POST without redirects.
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { withTimeLimit, type Clock } from '#kit/clock';
import { BODY_TOO_LARGE, MOST_BODY_BYTES, readBody, readStart } from '../net/read-body.ts';
import { DAEMON_VERSION } from '../net/version.ts';
import { jsonParts } from './json-parts.ts';
import { SiteError } from './site-error.ts';

/** Where a site is. `ajaxPath`: of its admin-ajax.php, which a WordPress in its own folder has elsewhere; null: not known yet. */
export type SiteBase = { home: string; ajaxPath: string | null };

/** In the order in which they are tried. */
export const WAYS_IN = [
  ({ home }: SiteBase, route: string) => `${home}/wp-json${route}`,
  ({ home }: SiteBase, route: string) => `${home}/?rest_route=${route}`,
  (site: SiteBase, route: string) => `${ajaxAddress(site)}?action=artwork_registry&route=${route}`,
];

/** The usual names of a folder of WordPress' own, below its home, in which admin-ajax.php then is. */
export const OWN_FOLDERS = ['/wp', '/wordpress'];

/** A site names a path only, so every call stays at its own origin. */
function ajaxAddress({ home, ajaxPath }: SiteBase): string {
  if (ajaxPath === null) return `${home}/wp-admin/admin-ajax.php`;
  const url = new URL(home);
  url.pathname = ajaxPath;
  return url.href;
}

/** Codes of a connection that was never made, TLS included. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO)/;

/**
 * Of an answer without a signature: enough for an error's code. What follows is somebody's web page, and reading 4 MiB of it three times
 * for each call kept a cell of a host busy with nothing else (50 such sites: its other sites waited 3 s instead of 0.6 s).
 */
const ENOUGH_BYTES = 64 * 1024;
/**
 * Of an object in it: an error of the plugin has a few hundred, the answer to a pairing hardly more. Rubbish that opens objects and closes
 * none was looked through eight times, for 10 ms, at each of the three ways in.
 */
const MOST_UNSIGNED_OBJECT = 8 * 1024;

export type HttpAnswer = {
  status: number;
  headers: { [name: string]: string | string[] | undefined };
  /** What may be the answer, to be looked through once. */
  bodies: Iterable<Buffer>;
};
export type PostOptions = {
  clock: Clock;
  timeoutMs: number;
  agent: Dispatcher;
  stopping?: AbortSignal;
  /** The largest answer that is read. Default: 8 MiB. */
  mostBytes?: number;
};

/** Hosts strip this header, so nothing of ours is in it; a password in front of the site is read before it gets that far. */
export const authorization = (basicAuth: string | undefined): { [name: string]: string } =>
  basicAuth === undefined ? {} : { authorization: `Basic ${Buffer.from(basicAuth).toString('base64')}` };

/** One POST. Throws a SiteError where there is no answer, or a redirect. */
export async function post(
  url: string,
  body: string,
  headers: { [name: string]: string },
  options: PostOptions,
): Promise<HttpAnswer> {
  try {
    return await withTimeLimit(options.clock, options.timeoutMs, (limit) =>
      postWithin(limit, url, body, headers, options),
    );
  } catch (error) {
    if (error instanceof SiteError) throw error;
    const reason = reasonOf(error);
    const message = `${new URL(url).origin} does not answer: ${reason}`;
    throw new SiteError('unreachable', message, null, !NOT_CONNECTED.test(reason));
  }
}

async function postWithin(
  limit: AbortSignal,
  url: string,
  body: string,
  headers: { [name: string]: string },
  options: PostOptions,
): Promise<HttpAnswer> {
  const answer = await request(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `artwork-registry-daemon/${DAEMON_VERSION}`,
      ...headers,
    },
    dispatcher: options.agent,
    signal: options.stopping ? AbortSignal.any([limit, options.stopping]) : limit,
  });
  const { location } = answer.headers;
  if (answer.statusCode >= 300 && answer.statusCode < 400 && location) {
    await answer.body.dump();
    throw redirected(url, String(location), answer.statusCode);
  }
  const isSigned = answer.headers['x-areg-signature'] !== undefined;
  const bodies = isSigned
    ? jsonParts(await readBody(answer.body, options.mostBytes ?? MOST_BODY_BYTES))
    : jsonParts(await readStart(answer.body, ENOUGH_BYTES), MOST_UNSIGNED_OBJECT);
  return { status: answer.statusCode, headers: answer.headers, bodies };
}

/** No redirect is followed, because a redirected POST loses its body: the site must be paired under its own address. */
function redirected(url: string, location: string, status: number): SiteError {
  const target = URL.parse(location, url);
  const [from, to] = [new URL(url).origin, target?.origin ?? location.slice(0, 200)];
  const message =
    from === to
      ? `${from} redirects calls of the plugin to another page (${status}): a redirect rule or a plugin is in the way.`
      : `${from} redirects to ${to}: pair the site under that address (pair --site ${to}).`;
  return new SiteError('redirected', message, status);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === BODY_TOO_LARGE) return String(message);
  return code ?? message ?? String(error);
}
