// Brings a call from this service to the site over HTTP, by the first of three ways in that answers with a valid signature.
import type { CallSigner, SiteAnswer } from './signed-call.ts';
import { routeOf } from './signed-call.ts';
import { isTransportError, SiteError } from './site-error.ts';
import { authorization, post, WAYS_IN, type HttpAnswer, type PostOptions } from './site-http.ts';

export type VerifiedAnswer = { status: number; body: Buffer };
/** Sends a call and returns the verified answer. Throws a SiteError. */
export type SendCall = (name: string, body: string) => Promise<VerifiedAnswer>;
/** As SendCall, where a call may have to wait for its turn: `giveUp` ends the wait, and does nothing to a call that has begun. */
export type SendInTurn = (name: string, body: string, giveUp?: AbortSignal) => Promise<VerifiedAnswer>;

/** The way in that worked last, by its place among WAYS_IN, and where the site says that its admin-ajax.php is (SiteBase). */
export type WayIn = { way: number; ajaxPath: string | null };
/** Under this name the journal keeps it. */
export const AJAX_PATH = 'ajax_path';
export type DirectAccess = { siteUrl: string; basicAuth?: string | undefined };

/** Keeps the way in that worked, in `found`; its path may change between two calls. */
export function createDirectCarrier(
  site: DirectAccess,
  signer: CallSigner,
  options: PostOptions,
  found: WayIn = { way: 0, ajaxPath: null },
  ways = WAYS_IN,
): SendCall {
  const home = site.siteUrl.replace(/\/+$/, '');

  async function sendBy(candidate: number, name: string, body: string): Promise<VerifiedAnswer> {
    const signed = signer.sign(name, body);
    const headers = {
      'x-areg-version': '1',
      'x-areg-site': signer.siteId,
      'x-areg-timestamp': String(signed.timestamp),
      'x-areg-nonce': signed.nonce,
      'x-areg-signature': signed.signature,
      ...authorization(site.basicAuth),
    };
    const url = (ways[candidate] ?? ways[0]!)({ home, ajaxPath: found.ajaxPath }, routeOf(name));
    return signer.accept(name, signed, answerOf(await post(url, body, headers, options)));
  }

  return async (name, body) => {
    let failure: SiteError | undefined;
    for (let tried = 0; tried < ways.length; tried += 1) {
      const candidate = (found.way + tried) % ways.length;
      try {
        const answer = await sendBy(candidate, name, body).catch((error: unknown) => {
          if (error instanceof SiteError && error.code === 'clock_skew') return sendBy(candidate, name, body);
          throw error;
        });
        found.way = candidate;
        return answer;
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        if (!isTransportError(error)) {
          // Signed, so this way leads to the plugin.
          found.way = candidate;
          throw error;
        }
        failure = failure?.code === 'not_paired' || failure?.code === 'bad_signature' ? failure : error;
      }
    }
    throw failure;
  };
}

function answerOf(answer: HttpAnswer): SiteAnswer {
  const header = (name: string) => String(answer.headers[name] ?? '');
  return {
    status: answer.status,
    siteId: header('x-areg-site'),
    timestamp: Number(header('x-areg-timestamp')),
    nonce: header('x-areg-nonce'),
    signature: header('x-areg-signature'),
    bodies: answer.bodies,
  };
}
