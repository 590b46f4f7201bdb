// Which keys an owner has to think of where the registry knows one of them no longer.
import { expect, test } from 'vitest';
import { HandedOverKeys } from './handed-over-keys.ts';

const keyOf = (serial: number) => ({ apiKey: `key-${serial}`, prefix: String(serial) });
const [first, second, third] = [keyOf(1), keyOf(2), keyOf(3)] as const;

function made() {
  const keys = new HandedOverKeys();
  keys.handOver(first);
  keys.hasTaken(first);
  return keys;
}

test('a key of which the owner has not heard may be in use until a later one was taken', () => {
  const keys = made();
  keys.handOver(second);
  expect(keys).toMatchObject({ taken: first, unheard: [second] });
  keys.handOver(third);
  keys.hasTaken(third);
  expect(keys).toMatchObject({ taken: third, unheard: [] });
});

test('a key of which the owner hears after a later one is in use no longer', () => {
  const keys = made();
  keys.handOver(second);
  keys.handOver(third);
  keys.hasTaken(third);
  keys.hasTaken(second);
  expect(keys).toMatchObject({ taken: third, unheard: [] });
});

test('what a restored shop hands over again may be in use again', () => {
  const keys = made();
  keys.handOver(second);
  const waited = keys.unheard;
  keys.handOver(third);
  keys.hasTaken(third);
  keys.handOverAgain(waited);
  expect(keys).toMatchObject({ taken: third, unheard: [second] });
});
