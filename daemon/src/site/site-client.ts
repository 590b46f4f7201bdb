// Calls the plugin by one of three ways in, signs every call and verifies every answer (docs/site-protocol.md).
// A silent, unsigned or broken site is a SiteError; it never means that works are gone.
import { randomBytes } from 'node:crypto';
import type { Agent } from 'undici';
import { request } from 'undici';
import type { z } from 'zod';
import { BODY_TOO_LARGE, readBody } from '../read-body.ts';
import { isSiteSignature, signSite } from './site-signature.ts';
import { AckAnswer, ChangesAnswer, PairAnswer, PollAnswer, SavedAnswer } from '../types/site.ts';
import type { Ack } from '../types/site.ts';
import type { Clock } from '../clock.ts';
import { DAEMON_VERSION } from '../version.ts';

const NAMESPACE = '/artwork-registry/v1/daemon/';
const MAX_ANSWER_AGE_SECONDS = 300;

const WAYS_IN = [
  (site: string, route: string) => `${site}/wp-json${route}`,
  (site: string, route: string) => `${site}/?rest_route=${route}`,
  (site: string, route: string) => `${site}/wp-admin/admin-ajax.php?action=artwork_registry&route=${route}`,
];

/** The site did not answer as agreed. `code` is the site's own where it gave one, else ours. */
export class SiteError extends Error {
  readonly code: string;
  readonly status: number | null;

  constructor(code: string, message: string, status: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export type SiteAccess = { siteId: string; siteUrl: string; secret: string; basicAuth?: string | undefined };
type PageRequest = { limit: number; skip?: string[] };
export type SiteClient = ReturnType<typeof createSiteClient>;
type RawAnswer = { status: number; headers: { [name: string]: string | string[] | undefined }; body: Buffer };

/** A client for one paired site. It keeps the way in that worked and the difference between both clocks. */
export function createSiteClient(
  site: SiteAccess,
  options: { clock: Clock; timeoutMs: number; agent: Agent; stopping?: AbortSignal },
) {
  let way = 0;
  let skewSeconds = 0;
  /** False once the plugin turned out to be too old to take an acknowledgement with the call for the next page. */
  let takesAcks = true;
  let pollsSent = 0;
  const base = site.siteUrl.replace(/\/+$/, '');

  async function call<S extends z.ZodType>(name: string, body: object, schema: S): Promise<z.output<S>> {
    let failure: SiteError | undefined;
    for (let tried = 0; tried < WAYS_IN.length; tried += 1) {
      const candidate = (way + tried) % WAYS_IN.length;
      try {
        const answer = await signedCall(candidate, name, body);
        way = candidate;
        return parseAnswer(schema, answer, name);
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        failure = failure?.code === 'not_paired' || failure?.code === 'bad_signature' ? failure : error;
        if (!isWorthAnotherWay(error)) throw error;
      }
    }
    throw failure;
  }

  async function signedCall(
    candidate: number,
    name: string,
    body: object,
    isSecondTry = false,
  ): Promise<RawAnswer> {
    const route = NAMESPACE + name;
    const raw = JSON.stringify(body);
    const nonce = randomBytes(16).toString('hex');
    const timestamp = Math.floor(options.clock.now() / 1000) + skewSeconds;
    const parts = {
      direction: 'daemon-to-site',
      method: 'POST',
      route,
      siteId: site.siteId,
      timestamp,
      nonce,
    } as const;
    const headers = {
      'x-areg-version': '1',
      'x-areg-site': site.siteId,
      'x-areg-timestamp': String(timestamp),
      'x-areg-nonce': nonce,
      'x-areg-signature': signSite(site.secret, { ...parts, body: raw }),
      ...authorization(site.basicAuth),
    };
    const url = (WAYS_IN[candidate] ?? WAYS_IN[0]!)(base, route);
    if (name === 'poll') pollsSent += 1;
    const answer = await post(url, raw, headers, options);
    const signedAt = verify(answer, route, nonce);
    const code = answer.status < 400 ? null : errorOf(answer.body);
    if (code?.code === 'clock_skew' && !isSecondTry) {
      skewSeconds = signedAt - Math.floor(options.clock.now() / 1000);
      return signedCall(candidate, name, body, true);
    }
    const age = Math.abs(Math.floor(options.clock.now() / 1000) + skewSeconds - signedAt);
    if (age > MAX_ANSWER_AGE_SECONDS)
      throw new SiteError('stale_answer', `The site answered with a time ${age} s off.`);
    if (code) throw new SiteError(code.code, code.message, answer.status);
    return answer;
  }

  /** Unix seconds at which the site signed; throws where the signature or the nonce is not right. */
  function verify(answer: RawAnswer, route: string, nonce: string): number {
    const header = (name: string) => String(answer.headers[name] ?? '');
    const signature = header('x-areg-signature');
    if (signature === '') {
      const error = errorOf(answer.body);
      const isNamed = answer.status >= 400 && ['not_paired', 'bad_signature'].includes(error.code);
      throw isNamed
        ? new SiteError(error.code, error.message, answer.status)
        : new SiteError('unsigned', `The site answered ${answer.status} without a signature.`, answer.status);
    }
    const timestamp = Number(header('x-areg-timestamp'));
    const isRight =
      header('x-areg-nonce') === nonce &&
      header('x-areg-site') === site.siteId &&
      Number.isInteger(timestamp) &&
      isSiteSignature(
        site.secret,
        {
          direction: 'site-to-daemon',
          method: String(answer.status),
          route,
          siteId: site.siteId,
          timestamp,
          nonce,
          body: answer.body,
        },
        signature,
      );
    if (!isRight) throw new SiteError('bad_answer', 'The answer of the site does not carry its signature.');
    return timestamp;
  }

  const ack = (acks: Ack[]) => call('ack', { acks }, AckAnswer);

  async function changes({ acks, ...request }: PageRequest & { acks?: Ack[] }): Promise<ChangesAnswer> {
    if (acks === undefined) return call('changes', request, ChangesAnswer);
    if (takesAcks) {
      const page = await call('changes', { ...request, acks }, ChangesAnswer);
      if (page.acked !== null) return page;
      takesAcks = false;
    }
    await ack(acks);
    return call('changes', request, ChangesAnswer);
  }

  return {
    poll: (body: object) => call('poll', body, PollAnswer),
    /** Requests that were made for polls since this was last asked, answered or not. */
    takePollsSent(): number {
      const sent = pollsSent;
      pollsSent = 0;
      return sent;
    },
    /** The next page; what is acknowledged with it is acknowledged when this resolves, whichever plugin answers. */
    changes,
    /** The next works by id alone; none where the plugin is too old to say. */
    peek: async (request: PageRequest) =>
      (await call('changes', { ...request, peek: true }, ChangesAnswer)).waiting,
    ack,
    report: (works: object[]) => call('report', { works }, SavedAnswer),
    event: (events: object[]) => call('event', { events }, SavedAnswer),
  };
}

/** Redeems a pairing code. Not signed; the site's refusal comes back as a SiteError with its message. */
export async function pairSite(
  siteUrl: string,
  code: string,
  wakeUrl: string | null,
  options: { timeoutMs: number; agent: Agent; basicAuth?: string | undefined },
): Promise<PairAnswer> {
  const body = JSON.stringify({ code, daemon_version: DAEMON_VERSION, wake_url: wakeUrl });
  let failure = new SiteError('unreachable', `${siteUrl} does not answer.`);
  for (const wayIn of WAYS_IN) {
    try {
      const url = wayIn(siteUrl.replace(/\/+$/, ''), `${NAMESPACE}pair`);
      const answer = await post(url, body, authorization(options.basicAuth), options);
      if (answer.status < 400) return parseAnswer(PairAnswer, answer, 'pair');
      const error = errorOf(answer.body);
      if (error.code !== 'unknown' && !error.code.startsWith('rest_')) {
        throw new SiteError(error.code, error.message, answer.status);
      }
      failure = new SiteError(
        'no_plugin',
        `${siteUrl} does not have the plugin switched on (it answered ${answer.status}).`,
      );
    } catch (error) {
      if (!(error instanceof SiteError) || !['unreachable', 'bad_answer', 'redirected'].includes(error.code))
        throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Hosts strip this header, so nothing of ours is in it; a password in front of the site is read before it gets that far. */
const authorization = (basicAuth: string | undefined): { [name: string]: string } =>
  basicAuth === undefined ? {} : { authorization: `Basic ${Buffer.from(basicAuth).toString('base64')}` };

async function post(
  url: string,
  body: string,
  headers: { [name: string]: string },
  options: { timeoutMs: number; agent: Agent; stopping?: AbortSignal },
): Promise<RawAnswer> {
  const limit = AbortSignal.timeout(options.timeoutMs);
  try {
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
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: await readBody(answer.body),
    };
  } catch (error) {
    if (error instanceof SiteError) throw error;
    throw new SiteError('unreachable', `${new URL(url).origin} does not answer: ${reasonOf(error)}`);
  }
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

function parseAnswer<S extends z.ZodType>(schema: S, answer: RawAnswer, name: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(answer.body.toString('utf8'));
  } catch {
    throw new SiteError('bad_answer', `The site's answer to ${name} is not JSON.`, answer.status);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SiteError(
    'bad_answer',
    `The site's answer to ${name} is not as agreed at "${issue?.path.join('.')}": ${issue?.message}.`,
  );
}

function errorOf(body: Buffer): { code: string; message: string } {
  try {
    const parsed = JSON.parse(body.toString('utf8')) as {
      code?: string;
      error?: { code?: string; message?: string };
    };
    return {
      code: parsed.error?.code ?? parsed.code ?? 'unknown',
      message: parsed.error?.message ?? 'The site gave no reason.',
    };
  } catch {
    return { code: 'unknown', message: 'The site gave no reason.' };
  }
}

/** Unsigned answers may be a host's own page for one way in; a signed refusal is the plugin's word on all three. */
function isWorthAnotherWay(error: SiteError): boolean {
  return ['unsigned', 'unreachable', 'bad_answer', 'bad_signature', 'not_paired', 'redirected'].includes(
    error.code,
  );
}
