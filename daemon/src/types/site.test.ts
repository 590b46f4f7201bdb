// What one site answers is kept beside that of thousands: each text and each list of it has a bound.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import * as shapes from './site.ts';

type Shape = z.core.$ZodType;
type Def = z.core.$ZodTypeDef & { [part: string]: unknown };

/** The places in the shape that have no bound. */
function unbounded(shape: Shape, path: string): string[] {
  const def = shape._zod.def as Def;
  const inside = (part: unknown, name: string) => unbounded(part as Shape, `${path}${name}`);
  const checks = (def['checks'] ?? []) as { _zod: { def: { check: string } } }[];
  const hasMost = checks.some(({ _zod }) => _zod.def.check === 'max_length');
  switch (def.type) {
    case 'string':
      return !hasMost && def['format'] !== 'uuid' ? [path] : [];
    case 'array':
      return [...(!hasMost ? [`${path}[]`] : []), ...inside(def['element'], '[]')];
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, part]) => inside(part, `.${name}`));
    case 'record':
      return [
        ...(checks.length === 0 ? [path] : []),
        ...inside(def['keyType'], '{}'),
        ...inside(def['valueType'], '{}'),
      ];
    case 'union':
      return (def['options'] as Shape[]).flatMap((part) => inside(part, ''));
    case 'pipe':
      return (shape as z.ZodType).description === 'cut' ? [] : inside(def['in'], '');
    default:
      return 'innerType' in def ? inside(def['innerType'], '') : [];
  }
}

test.each(Object.entries(shapes))('%s has no text and no list without a bound', (name, shape) => {
  expect(unbounded(shape as unknown as Shape, name)).toEqual([]);
});

test('a text that is shown only is cut, and does not fail the call', () => {
  const change = {
    external_id: '1',
    revision: 1,
    state: 'broken',
    title: 'x'.repeat(4_000_000),
    reason: null,
    artwork: null,
    recheck_at: null,
    error: { code: 'build_failed', message: 'y'.repeat(4_000_000) },
    said: null,
  };
  const read = shapes.Change.parse(change);
  expect([read.title?.length, read.error?.message.length]).toEqual([1000, 1000]);
});
