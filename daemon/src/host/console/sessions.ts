// Who is signed in to the console: random ids in the memory of this process, so that a restart signs everybody out. A session ends
// after an hour without use, and after twelve hours in any case.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#kit/clock';

const IDLE_MS = 3600_000;
const LONGEST_MS = 12 * 3600_000;
const MOST_SIGNED_IN = 1000;

export type Session = { id: string; token: string; isSignedIn: boolean };
type SignedIn = Session & { idleAtMs: number; endsAtMs: number };

export function createSessions(clock: Pick<Clock, 'elapsed'>) {
  const signedIn = new Map<string, SignedIn>();
  const visitorKey = randomBytes(32);
  const random = () => randomBytes(32).toString('base64url');

  /** Its form has a token too. Nothing is stored of it: however many visitors come, nobody is signed out. */
  function visitor(id: string): Session {
    return { id, token: createHmac('sha256', visitorKey).update(id).digest('base64url'), isSignedIn: false };
  }

  return {
    begin: () => visitor(random()),
    /** Always under a new id, so that nobody can prepare a session for somebody else to sign in to. */
    signIn(): Session {
      const nowMs = clock.elapsed();
      const oldest = signedIn.keys().next();
      if (signedIn.size >= MOST_SIGNED_IN && !oldest.done) signedIn.delete(oldest.value);
      const times = { idleAtMs: nowMs + IDLE_MS, endsAtMs: nowMs + LONGEST_MS };
      const session = { id: random(), token: random(), isSignedIn: true, ...times };
      signedIn.set(session.id, session);
      return session;
    },
    end: (session: Session) => void signedIn.delete(session.id),
    /** A visitor's where nobody is signed in under this id, or no longer; else the time without use begins again. */
    find(id: string | undefined): Session | undefined {
      if (id === undefined) return undefined;
      const session = signedIn.get(id);
      if (session === undefined) return visitor(id);
      const nowMs = clock.elapsed();
      if (nowMs >= session.idleAtMs || nowMs >= session.endsAtMs) {
        signedIn.delete(id);
        return visitor(id);
      }
      session.idleAtMs = nowMs + IDLE_MS;
      return session;
    },
  };
}

/** For the forms of this session (CSRF protection). */
export function isToken(session: Session, token: string | null): boolean {
  const [given, wanted] = [Buffer.from(token ?? ''), Buffer.from(session.token)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
