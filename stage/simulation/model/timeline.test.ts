// The values that are possible: after lost answers, after writes at the same time, and after restores.
import { expect, test } from 'vitest';
import { makeRegister, type Change, type Restore } from './timeline.ts';

const change = <Value>(value: Value, asked: number, ended: number, isSure = true): Change<Value> => ({
  value,
  asked,
  ended,
  isSure,
  entry: asked,
});

const restore = (madeFrom: number, asked: number, isKept: boolean): Restore => ({
  entry: asked,
  asked,
  ended: asked + 1,
  madeFrom,
  madeTo: madeFrom + 1,
  isKept,
  older: null,
  isSure: true,
});

test('an answered write leaves its own value', () => {
  const register = makeRegister('a', [change('b', 10, 20), change('c', 30, 40)], []);
  expect([5, 25, 50].map((time) => register.at(time))).toEqual([['a'], ['b'], ['c']]);
});

test('a write whose answer was lost may have happened, until one after it is answered', () => {
  const lost = change('b', 10, 20, false);
  expect(makeRegister('a', [lost], []).at(50)).toEqual(['a', 'b']);
  expect(makeRegister('a', [lost, change('c', 30, 40)], []).at(50)).toEqual(['c']);
});

test('a lost write that may still arrive comes before or after a later one', () => {
  const register = makeRegister('a', [change('b', 10, Infinity, false), change('c', 30, 40)], []);
  expect([...register.at(50)].sort()).toEqual(['b', 'c']);
});

test('writes at the same time may come in either order', () => {
  const register = makeRegister('a', [change('b', 10, 40), change('c', 20, 30)], []);
  expect([...register.at(50)].sort()).toEqual(['b', 'c']);
});

test('a restore goes back to the backup, and a write during the backup may be in it', () => {
  const changes = [change('b', 10, 20), change('c', 60, 70)];
  expect(makeRegister('a', changes, [restore(50, 100, true)]).at(200)).toEqual(['b']);
  expect(makeRegister('a', changes, [restore(5, 100, true)]).at(200)).toEqual(['a']);
  const during = [change('b', 10, 20), change('c', 50, 52)];
  expect([...makeRegister('a', during, [restore(50, 100, true)]).at(200)].sort()).toEqual(['b', 'c']);
});

test('what was taken away after the backup stays away where the replaced database was kept, else it may be back', () => {
  const carryOver = { isTakenAway: (isGood: boolean) => !isGood };
  const revoked = [change(false, 60, 70)];
  expect(makeRegister(true, revoked, [restore(50, 100, true)], carryOver).at(200)).toEqual([false]);
  expect(makeRegister(true, revoked, [restore(50, 100, false)], carryOver).at(200)).toEqual([true]);
});

test('a write that was under way at a restore may have happened before it, and is lost, or after it', () => {
  const register = makeRegister('a', [change('b', 10, 60)], [restore(5, 30, true)]);
  expect([...register.at(100)].sort()).toEqual(['a', 'b']);
});

test('a second restore of the same backup forgets what came between the two', () => {
  const restores = [restore(50, 100, false), restore(50, 300, false)];
  const register = makeRegister('a', [change('b', 10, 20), change('c', 150, 160)], restores);
  expect([200, 400].map((time) => register.at(time))).toEqual([['c'], ['b']]);
});

test('an older database takes away what it had taken away, and changes no other value', () => {
  const changes = [change('b', 10, 20), change('c', 60, 70), change('d', 110, 120)];
  const restores = [{ ...restore(100, 200, false), older: { madeFrom: 50, madeTo: 51 } }];
  expect(makeRegister('a', changes, restores, 'last').at(300)).toEqual(['c']);
  expect(makeRegister('a', changes, restores, { isTakenAway: (value) => value === 'b' }).at(300)).toEqual([
    'c',
    'b',
  ]);
  expect(makeRegister('a', changes, restores, { isTakenAway: (value) => value === 'd' }).at(300)).toEqual([
    'c',
  ]);
});

test('what was set last is kept where the replaced database could be compared', () => {
  const changes = [change('b', 10, 20), change('c', 60, 70)];
  expect(makeRegister('a', changes, [restore(50, 100, true)], 'last').at(200)).toEqual(['c']);
  expect(makeRegister('a', changes, [restore(50, 100, false)], 'last').at(200)).toEqual(['b']);
});
