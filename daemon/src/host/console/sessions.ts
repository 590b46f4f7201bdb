// Who is signed in to the console: random ids in the memory of this process, so that a restart signs everybody out. A session ends
// after an hour without use, and after twelve hours in any case.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.ts';

const IDLE_MS = 3600_000;
const LONGEST_MS = 12 * 3600_000;
/** Visitors are sessions as well: their forms have a token. */
const MOST_SESSIONS = 1000;

export type Session = { id: string; token: string; isSignedIn: boolean; idleAtMs: number; endsAtMs: number };
export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(clock: Pick<Clock, 'elapsed'>) {
  const sessions = new Map<string, Session>();
  const random = () => randomBytes(32).toString('base64url');

  function begin(isSignedIn: boolean): Session {
    const nowMs = clock.elapsed();
    const oldest = sessions.keys().next();
    if (sessions.size >= MOST_SESSIONS && !oldest.done) sessions.delete(oldest.value);
    const times = { idleAtMs: nowMs + IDLE_MS, endsAtMs: nowMs + LONGEST_MS };
    const session = { id: random(), token: random(), isSignedIn, ...times };
    sessions.set(session.id, session);
    return session;
  }

  return {
    begin: () => begin(false),
    /** Always under a new id, so that nobody can prepare a session for somebody else to sign in to. */
    signIn(before: Session): Session {
      sessions.delete(before.id);
      return begin(true);
    },
    end: (session: Session) => void sessions.delete(session.id),
    /** Undefined if there is none, or it is over; else its time without use begins anew. */
    find(id: string | undefined): Session | undefined {
      const session = id === undefined ? undefined : sessions.get(id);
      if (session === undefined) return undefined;
      const nowMs = clock.elapsed();
      if (nowMs >= session.idleAtMs || nowMs >= session.endsAtMs) {
        sessions.delete(session.id);
        return undefined;
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
