// Redeems a pairing code at a site (docs/site-protocol.md, "pair"). The only call that is not signed.
import { PairAnswer } from '../types/site.ts';
import { DAEMON_VERSION } from '../net/version.ts';
import { parseAnswer } from './site-client.ts';
import { routeOf } from './signed-call.ts';
import { errorIn, SiteError } from './site-error.ts';
import { isSiteSignature } from './site-signature.ts';
import { authorization, OWN_FOLDERS, post, WAYS_IN, type HttpAnswer, type PostOptions } from './site-http.ts';

/** True where the site proved that its new pairing continues this one (docs/site-protocol.md, `former_proof`). */
export function isContinued(
  former: { siteId: string; secret: string },
  answer: PairAnswer,
  code: string,
): boolean {
  const { siteId, secret } = former;
  if (answer.former_site_id !== siteId || answer.former_proof === null) return false;
  const body = [answer.site_id, answer.secret, code].join('\n');
  const parts = { direction: 'site-to-daemon', method: 'PAIR', route: routeOf('pair'), siteId } as const;
  return isSiteSignature(secret, { ...parts, timestamp: 0, nonce: '', body }, answer.former_proof);
}

/**
 * What is tried: the ways in below the site's address, then guesses, because nothing but its home is known of a site yet. With any other
 * name of a folder the owner says it: `pair --site https://shop.example/cms`. What a guess answers says nothing about the site.
 */
function addressesOf(siteUrl: string): { url: string; isGuessed: boolean }[] {
  const home = siteUrl.replace(/\/+$/, '');
  const route = routeOf('pair');
  return [
    ...WAYS_IN.map((wayIn) => ({ url: wayIn({ home, ajaxPath: null }, route), isGuessed: false })),
    ...OWN_FOLDERS.map((folder) => ({
      url: WAYS_IN.at(-1)!({ home: home + folder, ajaxPath: null }, route),
      isGuessed: true,
    })),
  ];
}

/** After these another address may lead to the plugin. */
const TRY_ON = ['no_plugin', 'unreachable', 'bad_answer', 'redirected'];

/** An answer to a code is not signed yet: the first that is one. */
function pairAnswerIn({ status, bodies }: HttpAnswer): PairAnswer {
  let failure: unknown;
  for (const body of bodies) {
    try {
      return parseAnswer(PairAnswer, { status, body }, 'pair');
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** The site's refusal comes back as a SiteError with its message. */
export async function pairSite(
  siteUrl: string,
  code: string,
  wakeUrl: string | null,
  options: PostOptions & { basicAuth?: string | undefined },
): Promise<PairAnswer> {
  const body = JSON.stringify({ code, daemon_version: DAEMON_VERSION, wake_url: wakeUrl });
  let failure = new SiteError('unreachable', `${siteUrl} does not answer.`);
  for (const { url, isGuessed } of addressesOf(siteUrl)) {
    try {
      const answer = await post(url, body, authorization(options.basicAuth), options);
      if (answer.status < 400) return pairAnswerIn(answer);
      const error = errorIn(answer.bodies);
      if (error.code !== 'unknown' && !error.code.startsWith('rest_')) {
        throw new SiteError(error.code, error.message, answer.status);
      }
      throw new SiteError(
        'no_plugin',
        `${siteUrl} does not have the plugin switched on (it answered ${answer.status}).`,
      );
    } catch (error) {
      if (!(error instanceof SiteError) || !TRY_ON.includes(error.code)) throw error;
      if (!isGuessed) failure = error;
    }
  }
  throw failure;
}
