// Console sessions. A session is a cookie that the registry sealed, so that any instance serves any visitor and a restart signs
// nobody out. Nothing is stored here: a cookie cannot be revoked, so it ends after an hour without use and twelve hours in any
// case, and a changed password ends all of them.
// Not @fastify/secure-session: it brings libsodium as a native binary and takes its time from the machine's clock; sealing is here
// already.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#kit/clock';
import { openSecret, sealSecret } from '../../domain/delivery/signing-secret.ts';
import type { SecretKeys } from '../../secret-key.ts';
import type { SignedInAs } from './operator-identity.ts';

const IDLE_MS = 60 * 60_000;
const LONGEST_MS = 12 * 60 * 60_000;
// Not with each page: an answer that arrives after the one to "sign out" would bring the session back.
const RENEW_MS = 60_000;
const CLOCKS_APART_MS = 60_000;
const ID_BYTES = 32;
const KEY_BYTES = 32;

/** `signedIn`: null for a visitor whose forms we know, and nothing else. */
const Session = z.object({
  id: z.string().min(1),
  signedIn: z
    .object({
      idleAtMs: z.number(),
      endsAtMs: z.number(),
      as: z.object({ name: z.string(), stamp: z.string().nullable() }),
    })
    .nullable(),
});
export type Session = Readonly<z.infer<typeof Session>>;

export type SessionDeps = {
  clock: Clock;
  /** Of the installation: the first seals, all of them open. */
  secretKeys: SecretKeys;
  /** Another password opens none of the former sessions. */
  passwordHash: string | undefined;
};

export class Sessions {
  readonly #clock: Clock;
  readonly #sealKeys: SecretKeys;
  readonly #formKeys: SecretKeys;

  constructor({ clock, secretKeys, passwordHash = '' }: SessionDeps) {
    const derive = (purpose: string) => {
      const [newest, ...older] = secretKeys;
      const from = (key: Buffer) =>
        Buffer.from(hkdfSync('sha256', key, passwordHash, `operator ${purpose}`, KEY_BYTES));
      return [from(newest), ...older.map(from)] as const;
    };
    this.#clock = clock;
    this.#sealKeys = derive('sessions');
    this.#formKeys = derive('forms');
  }

  /** For a new visitor, who has not signed in. */
  begin(): Session {
    return { id: randomBytes(ID_BYTES).toString('base64url'), signedIn: null };
  }

  /** Always under a new id, so that nobody can prepare a session for somebody else to sign in to. */
  signIn(as: SignedInAs): Session {
    const nowMs = this.#clock.now();
    return { ...this.begin(), signedIn: { idleAtMs: nowMs + IDLE_MS, endsAtMs: nowMs + LONGEST_MS, as } };
  }

  seal(session: Session): string {
    const sealed = sealSecret(JSON.stringify(session), this.#sealKeys[0]);
    return Buffer.from(sealed, 'base64').toString('base64url');
  }

  /** Undefined if we did not seal it, with this password, or if the session is over. */
  open(cookie: string | undefined): Session | undefined {
    if (cookie === undefined) return undefined;
    let opened: unknown;
    try {
      opened = JSON.parse(openSecret(cookie, this.#sealKeys));
    } catch {
      return undefined;
    }
    // An instance of another version may have sealed it.
    const { data: session } = Session.safeParse(opened);
    return session !== undefined && this.#isOpen(session) ? session : undefined;
  }

  /** With the time without use counted again; undefined while that is not worth another cookie. */
  renewed(session: Session): Session | undefined {
    if (session.signedIn === null) return undefined;
    const idleAtMs = this.#clock.now() + IDLE_MS;
    if (idleAtMs < session.signedIn.idleAtMs + RENEW_MS) return undefined;
    return { ...session, signedIn: { ...session.signedIn, idleAtMs } };
  }

  /** For the forms of this session (CSRF protection). */
  tokenOf(session: Session): string {
    return this.#tokenWith(this.#formKeys[0], session);
  }

  isToken(session: Session, token: unknown): boolean {
    if (typeof token !== 'string') return false;
    const given = Buffer.from(token);
    return this.#formKeys.some((key) => {
      const wanted = Buffer.from(this.#tokenWith(key, session));
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  }

  #isOpen({ signedIn }: Session): boolean {
    if (signedIn === null) return true;
    const nowMs = this.#clock.now();
    // One that ends later than a new one would was begun by a clock that was ahead, by more than instances differ.
    const isWithin = (endMs: number, longestMs: number) =>
      nowMs < endMs && endMs <= nowMs + longestMs + CLOCKS_APART_MS;
    return isWithin(signedIn.idleAtMs, IDLE_MS) && isWithin(signedIn.endsAtMs, LONGEST_MS);
  }

  #tokenWith(key: Buffer, { id }: Session): string {
    return createHmac('sha256', key).update(id).digest('base64url');
  }
}
