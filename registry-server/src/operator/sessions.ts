// Console sessions. Each visitor has a random cookie; every form carries a token derived from it (CSRF protection).
// Sessions live in memory: a restart of the server signs everybody out.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';

const IDLE_MS = 60 * 60_000;
const LONGEST_MS = 12 * 60 * 60_000;
// Only a correct password creates a session, so this bounds mistakes, not attackers.
const MAX_SESSIONS = 1000;
const ID_BYTES = 32;

export class Sessions {
  readonly #clock: Clock;
  readonly #tokenKey = randomBytes(32);
  /** Keyed by the hash of the id: a memory dump opens no session. */
  readonly #signedIn = new Map<string, { idleAtMs: number; endsAtMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An id for a new visitor, signed in or not. */
  newId(): string {
    return randomBytes(ID_BYTES).toString('base64url');
  }

  isId(text: string | undefined): text is string {
    return text !== undefined && /^[\w-]{43}$/.test(text);
  }

  signIn(): string {
    const id = this.newId();
    const nowMs = this.#clock.nowMs();
    const [oldest] = this.#signedIn.keys();
    if (this.#signedIn.size >= MAX_SESSIONS && oldest !== undefined) this.#signedIn.delete(oldest);
    this.#signedIn.set(hashOf(id), { idleAtMs: nowMs + IDLE_MS, endsAtMs: nowMs + LONGEST_MS });
    return id;
  }

  signOut(id: string): void {
    this.#signedIn.delete(hashOf(id));
  }

  /** Extends the session's idle time. */
  isSignedIn(id: string): boolean {
    const session = this.#signedIn.get(hashOf(id));
    if (session === undefined) return false;
    const nowMs = this.#clock.nowMs();
    if (nowMs >= session.idleAtMs || nowMs >= session.endsAtMs) {
      this.signOut(id);
      return false;
    }
    session.idleAtMs = nowMs + IDLE_MS;
    return true;
  }

  tokenOf(id: string): string {
    return createHmac('sha256', this.#tokenKey).update(id).digest('base64url');
  }

  isToken(id: string, token: unknown): boolean {
    if (typeof token !== 'string') return false;
    const [given, wanted] = [Buffer.from(token), Buffer.from(this.tokenOf(id))];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
