// Which of some media types a request likes best (RFC 9110, 12.5.1).
import accepts from 'accepts';
import type { FastifyRequest } from 'fastify';

/** What is quoted is the value of a parameter, which may hold a comma or "q=". */
const QUOTED = /"(?:\\.|[^"\\])*"/g;
const WEIGHT = /;\s*q\s*=\s*[\d.]+/i;

/**
 * The first of `types` among those that are liked best; undefined where none is. Parameters of a range (charset, profile, version) say
 * nothing about the type: without this a range with one would match no type that has none.
 */
export function acceptedType<Type extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  types: Type[],
): Type | undefined {
  const accept = headers.accept ?? '*/*';
  if (accept === '*/*') return types[0];
  const ranges = accept.replace(QUOTED, '').split(',');
  const bare = ranges.map((range) => `${range.split(';')[0]?.trim()}${WEIGHT.exec(range)?.[0] ?? ''}`);
  const type = accepts({ headers: { accept: bare.join(', ') } } as Parameters<typeof accepts>[0]).type(types);
  return type === false ? undefined : (type as Type);
}
