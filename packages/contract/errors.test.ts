import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS } from './index.ts';

describe('the error table', () => {
  it.each(Object.entries(ERRORS))('%s has a status, a message and a hint', (_code, row) => {
    expect(row.status).toBeGreaterThanOrEqual(400);
    expect(row.message).toMatch(/\.$/);
    expect(row.hint).toMatch(/\.$/);
  });

  it('is the table in docs/api.md, code for code and status for status', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8');
    const documented = [...page.matchAll(/^\| ([45]\d\d) \| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, status, codes]) => [...(codes ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => `${code} ${status}`),
    );
    expect(documented.sort()).toEqual(
      Object.entries(ERRORS)
        .map(([code, row]) => `${code} ${row.status}`)
        .sort(),
    );
  });
});
