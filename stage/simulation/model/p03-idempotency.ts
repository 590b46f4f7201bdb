// P3: A write with an idempotency key happens once, however often it is sent.
import { canonical } from './answers.ts';
import { finding, type Check } from './context.ts';
import type { Finding } from './observation.ts';
import { idOf, type Write } from './writes.ts';

export const idempotencyAtRest: Check = ({ ledger }) => {
  const keyed = ledger.writes.filter(({ key }) => key !== null);
  const bodies = new Map<string, Set<string>>();
  for (const { organization, key, kind, target, body } of keyed) {
    const name = canonical([organization, key]);
    bodies.set(name, (bodies.get(name) ?? new Set()).add(canonical([kind, target, body])));
  }
  return keyed.flatMap((write) => [
    ...otherResults(write),
    ...doneTwice(write),
    ...wrongReuse(write, bodies.get(canonical([write.organization, write.key]))!.size),
  ]);
};

function done(write: Write) {
  return write.attempts.filter(({ is }) => is === 'done');
}

function otherResults(write: Write): Finding[] {
  const ids = new Set(done(write).map(({ result }) => idOf(result) ?? 'nothing'));
  if (ids.size < 2) return [];
  const sentence = `the ${write.kind} with the key ${write.key} was answered with ${[...ids].join(' and with ')}`;
  return [finding('P3', sentence, entriesOf(write))];
}

function doneTwice(write: Write): Finding[] {
  const fresh = done(write).filter(({ isReplay }) => !isReplay);
  if (fresh.length < 2) return [];
  const sentence = `the ${write.kind} with the key ${write.key} was carried out ${fresh.length} times: none of these answers says that it is a replay`;
  return [finding('P3', sentence, entriesOf(write))];
}

/** The same key with the same body is a repetition and never "reused". */
function wrongReuse(write: Write, bodies: number): Finding[] {
  if (bodies > 1 || !write.attempts.some(({ code }) => code === 'idempotency_key_reused')) return [];
  const sentence = `the ${write.kind} with the key ${write.key} was refused as reused, and the key has come with one body only`;
  return [finding('P3', sentence, entriesOf(write))];
}

function entriesOf(write: Write): number[] {
  return write.attempts.map(({ entry }) => entry);
}
