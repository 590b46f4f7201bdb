// A program's own log: what it says loudly is part of what happened, and an error that the simulation did not cause is a fault.
import { pino } from 'pino';
import type { Logger } from 'pino';

/** How a process ends that the simulation killed. */
export const KILLED = 'SIGKILL';

const ERROR = 50;

type Line = { level: number; msg: string; reason?: unknown; err?: { message: string } };
type Hearers = { log: { add: (text: string) => void }; onError: (said: string) => void };

/** A program whose life has ended says nothing more. */
export function programLog(life: { isDead: boolean }, name: string, { log, onError }: Hearers): Logger {
  const write = (line: string) => {
    if (life.isDead) return;
    const { level, msg, reason, err } = JSON.parse(line) as Line;
    const said = `${name} says ${level} ${msg}${err ? `: ${err.message}` : ''}`;
    log.add(said);
    if (level >= ERROR && reason !== KILLED) onError(said);
  };
  return pino({ level: 'warn', base: null }, { write });
}
