import { describe, expect, it } from 'vitest';
import { tableOf } from './table.ts';

const SIDES = [
  { name: 'ours SQLite', isOurs: true },
  { name: 'ours PostgreSQL', isOurs: true },
  { name: 'Peer', isOurs: false },
];
const lineOf = (cells: Parameters<typeof tableOf>[1][number]['cells'], sides = SIDES) =>
  tableOf(sides, [{ id: 'row', title: 'a row', cells }]).split('\n')[2];

describe('the table beside peers', () => {
  it('shows requests a second, p50/p99, CPU, and ours against the peer', () => {
    const cells = {
      'ours SQLite': { perSecond: 9278.4, p50Ms: 2.93, p99Ms: 11.04, cpuMs: 0.1031 },
      'ours PostgreSQL': { perSecond: 7054, p50Ms: 4, p99Ms: 13.2, cpuMs: 0.191 },
      Peer: { perSecond: 270, p50Ms: 108, p99Ms: 352, cpuMs: 4.86 },
    };
    expect(lineOf(cells)).toBe(
      '| a row | 9,278 · 2.93/11 · 0.103 | 7,054 · 4/13.2 · 0.191 | 270 · 108/352 · 4.86 | 34.4 / 26.1 | 0.021 / 0.039 |',
    );
  });

  it('says of a side that its requests failed, without breaking the table', () => {
    const cells = { 'ours SQLite': { perSecond: 10 }, Peer: { failed: 'answered 503:\n a | b' } };
    expect(lineOf(cells)).toBe('| a row | 10 | – | failed: answered 503: a b | – | – |');
  });

  it('says of a peer that it is not installed', () => {
    expect(lineOf({ 'ours SQLite': { MiB: 209.4 }, Peer: 'not installed' })).toBe(
      '| a row | 209 MiB | – | not installed | – | – |',
    );
  });

  it('names each peer in the ratios where there are several', () => {
    const sides = [...SIDES, { name: 'Other', isOurs: false }];
    const cells = {
      'ours SQLite': { perSecond: 100, cpuMs: 1 },
      'ours PostgreSQL': { perSecond: 50, cpuMs: 2 },
      Peer: { perSecond: 25, cpuMs: 2 },
      Other: { perSecond: 200, cpuMs: 4 },
    };
    expect(lineOf(cells, sides)).toMatch(
      /\| Peer 4 \/ 2, Other 0\.5 \/ 0\.25 \| Peer 0\.5 \/ 1, Other 0\.25 \/ 0\.5 \|$/,
    );
  });

  it('has no ratios where our part was measured alone', () => {
    expect(lineOf({ 'ours SQLite': { perSecond: 100 } }, SIDES.slice(0, 1))).toBe('| a row | 100 |');
  });
});
