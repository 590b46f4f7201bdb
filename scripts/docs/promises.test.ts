// docs/promises.md is the plan for what is tested: it has a line for everything that may break a promise, and each names what exists.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { committed, root } from './command-pages.ts';
import { missingTests, namesTests } from './named-tests.ts';

const PAGE = committed('docs/promises.md');
const PROMISES = 18;

type Line = { promise: string; breaker: string; cell: string };

/** The words of the page's own table of what may break a promise. */
const breakers = [...(section('What breaks them') ?? '').matchAll(/^\| ([A-Z][^|]+?) \| /gm)]
  .map(([, word = '']) => word)
  .filter((word) => word !== 'Line');

function section(heading: string): string | undefined {
  return PAGE.split(/^## /m).find((part) => part.startsWith(heading));
}

function linesOf(promise: string): Line[] {
  const rows = (section(`${promise}:`) ?? '').matchAll(/^- ([^:\n]+): (.+)$/gm);
  return [...rows].map(([, breaker = '', cell = '']) => ({ promise, breaker, cell }));
}

const promises = Array.from({ length: PROMISES }, (_, at) => `P${at + 1}`);
const lines = promises.flatMap(linesOf);
const isReason = ({ cell }: Line) => cell.startsWith('Cannot: ');
const isOpen = ({ cell }: Line) => cell.startsWith('Open ');

describe('docs/promises.md', () => {
  it('has a line for each promise and everything that may break it', () => {
    expect(breakers.length).toBe(12);
    expect(lines.map(({ promise, breaker }) => `${promise} ${breaker}`)).toEqual(
      promises.flatMap((promise) => breakers.map((breaker) => `${promise} ${breaker}`)),
    );
  });

  it('names tests that exist, by file and title', () => {
    const tests = lines.filter((line) => !isReason(line) && !isOpen(line));
    expect(tests.filter(({ cell }) => !namesTests(cell))).toEqual([]);
    const missing = tests.flatMap(({ promise, breaker, cell }) =>
      missingTests(cell).map((test) => `${promise} ${breaker}: ${test}`),
    );
    expect(missing).toEqual([]);
  });

  it('has a reason instead of a test in at most a quarter of the lines, and each open line names an issue', () => {
    expect(lines.filter(isReason).length).toBeLessThanOrEqual(lines.length / 4);
    expect(lines.filter((line) => isOpen(line) && !/^Open \(#\d+\)$/.test(line.cell))).toEqual([]);
  });

  it('says where each promise is kept', () => {
    for (const promise of promises) {
      const [, kept = ''] = /Kept in\s([^.]+(?:\.[^.\s][^.]*)*)\./.exec(section(`${promise}:`) ?? '') ?? [];
      const places = [...kept.matchAll(/`([^`*]+)[^`]*`/g)].map(([, place = '']) => place);
      expect(places.filter((place) => place.includes('/')).length, promise).toBeGreaterThan(0);
      expect(
        places.filter((place) => place.includes('/') && !existsSync(join(root, place))),
        promise,
      ).toEqual([]);
    }
  });
});
