// The shapes of a site's answers (docs/site-protocol-answers.json), which the plugin's tests hold its answers against too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Shape = string | Shape[] | { [field: string]: Shape };

const file = join(import.meta.dirname, '../../../docs/site-protocol-answers.json');
const shapes = JSON.parse(readFileSync(file, 'utf8')) as { [call: string]: Shape };

/** What is wrong with an answer to the call, one sentence each; none: it is as the plugin's. */
export const faultsOfAnswer = (call: string, answer: unknown): string[] =>
  faultsAt(call, shapes[call] ?? 'nothing', answer);

function faultsAt(place: string, shape: Shape, value: unknown): string[] {
  if (typeof shape === 'string')
    return shape.split('|').includes(typeOf(value)) ? [] : [`${place} is ${typeOf(value)}, not ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${place} is no list`];
    return value.flatMap((entry, index) => faultsAt(`${place}[${index}]`, shape[0]!, entry));
  }
  if (typeOf(value) !== 'object') return [`${place} is not an object`];
  const fields = value as { [field: string]: unknown };
  const missing = Object.keys(shape).filter((name) => !(name in fields));
  const unknown = Object.keys(fields).filter((name) => !(name in shape));
  return [
    ...missing.map((name) => `${place} lacks ${name}`),
    ...unknown.map((name) => `${place} has ${name}`),
    ...Object.entries(shape).flatMap(([name, child]) =>
      name in fields ? faultsAt(`${place}.${name}`, child, fields[name]) : [],
    ),
  ];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
