// Finds the texts and lists of a shape that have no bound.
import type { z } from 'zod';

type Shape = z.core.$ZodType;
type Def = z.core.$ZodTypeDef & { [part: string]: unknown };

/** The places in the shape that have no bound. */
export function unboundedPlaces(shape: Shape, path: string): string[] {
  const def = shape._zod.def as Def;
  const inside = (part: unknown, name: string) => unboundedPlaces(part as Shape, `${path}${name}`);
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
