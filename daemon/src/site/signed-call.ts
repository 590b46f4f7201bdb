// Signs the calls to one site and verifies the answers, whichever carrier brings them (docs/site-protocol.md, "Signature"). Keeps
// the difference between both clocks.
import { randomBytes } from 'node:crypto';
import type { Clock } from '#kit/clock';
import { errorIn, errorOf, SiteError } from './site-error.ts';
import { isSiteSignature, signSite } from './site-signature.ts';
import { lifeOf } from '../types/life.ts';

const NAMESPACE = '/artwork-registry/v1/daemon/';
const MAX_ANSWER_AGE_SECONDS = 300;

/** `poll`, `changes` and so on: the canonical route of a call. */
export const routeOf = (name: string): string => NAMESPACE + name;

/** What a signed call carries beside its body. */
export type Signed = { timestamp: number; nonce: string; signature: string };
/** An answer as it came. An empty signature: there was none. */
export type SiteAnswer = {
  status: number;
  siteId: string;
  timestamp: number;
  nonce: string;
  signature: string;
  /** What may be the answer; the one that is signed is. */
  bodies: Iterable<Buffer>;
};
export type CallSigner = ReturnType<typeof createCallSigner>;

export type SignerMemory = { skewSeconds: number; pollsSent: number };

export function createCallSigner(
  site: { siteId: string; secret: string },
  clock: Pick<Clock, 'now'>,
  memory?: SignerMemory,
) {
  const { siteId, secret } = site;
  let skewSeconds = memory?.skewSeconds ?? 0;
  let pollsSent = memory?.pollsSent ?? 0;
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  /** The body that the site signed; throws where the signature or the nonce is not right. */
  function verify(name: string, nonce: string, answer: SiteAnswer): Buffer {
    const { status, timestamp, signature, bodies } = answer;
    if (signature === '') {
      // Only a refusal can name its reason: whatever else comes is not looked through.
      const error = status < 400 ? null : errorIn(bodies);
      throw error !== null && ['not_paired', 'bad_signature'].includes(error.code)
        ? new SiteError(error.code, error.message, status)
        : new SiteError('unsigned', `The site answered ${status} without a signature.`, status);
    }
    const direction = 'site-to-daemon' as const;
    const head = { direction, method: String(status), route: routeOf(name), siteId, timestamp, nonce };
    if (answer.nonce === nonce && answer.siteId === siteId && Number.isInteger(timestamp)) {
      for (const body of bodies) if (isSiteSignature(secret, { ...head, body }, signature)) return body;
    }
    throw new SiteError('bad_answer', 'The answer of the site does not carry its signature.');
  }

  return {
    siteId,
    /** Signs a call that is sent right now: a signature that waits becomes stale. */
    sign(name: string, body: string): Signed {
      if (name === 'poll') pollsSent += 1;
      const nonce = randomBytes(16).toString('hex');
      const timestamp = nowSeconds() + skewSeconds;
      const direction = 'daemon-to-site' as const;
      const parts = { direction, method: 'POST', route: routeOf(name), siteId, timestamp, nonce, body };
      return { timestamp, nonce, signature: signSite(secret, parts) };
    },
    /**
     * The verified answer. Throws a SiteError, also for a refusal of the site; `clock_skew` means that the next signature has the
     * site's time.
     */
    accept(name: string, signed: Signed, answer: SiteAnswer): { status: number; body: Buffer } {
      const body = verify(name, signed.nonce, answer);
      const signedAt = answer.timestamp;
      const refusal = answer.status < 400 ? null : errorOf(body);
      if (refusal?.code === 'clock_skew') skewSeconds = signedAt - nowSeconds();
      const age = Math.abs(nowSeconds() + skewSeconds - signedAt);
      if (age > MAX_ANSWER_AGE_SECONDS)
        throw new SiteError('stale_answer', `The site answered with a time ${age} s off.`);
      if (refusal) throw new SiteError(refusal.code, refusal.message, answer.status);
      return { status: answer.status, body };
    },
    /** Polls that were signed since this was last asked, answered or not. */
    takePollsSent(): number {
      const sent = pollsSent;
      pollsSent = 0;
      return sent;
    },
    life: lifeOf({ memory: (): SignerMemory => ({ skewSeconds, pollsSent }) }),
  };
}
