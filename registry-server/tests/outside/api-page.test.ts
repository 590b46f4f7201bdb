// docs/api.md and docs/public-side.md against the API description: every field of an answer is named, and each sample is an example of the
// description, which its own test holds to the schemas.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { ANSWERS } from '../../src/http/openapi/schemas.ts';

const DOCUMENT = openApiDocument('https://registry.example');
const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');
const API = read('api.md');

/** What stands in blocks and between code marks. */
const codeOf = (page: string) =>
  [...page.matchAll(/```[\s\S]*?```|`[^`]+`/g)].map(([code]) => code).join('\n');

function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsOf)];
}

/** Every example, and the record inside it. */
function examplesOf(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const { example } = node as { example?: { data?: unknown } };
  return [...(example ? [example, example.data] : []), ...Object.values(node).flatMap(examplesOf)];
}

it('every field of an answer is named', () => {
  const schemas = DOCUMENT.components.schemas as Record<string, unknown>;
  const fields = [...new Set(ANSWERS.flatMap((name) => fieldsOf(schemas[name])))];
  expect(fields.length).toBeGreaterThan(100);
  const code = codeOf(API) + codeOf(read('public-side.md'));
  expect(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(code)).sort()).toEqual([]);
});

it('each sample of a record is an example of the API description', () => {
  const samples = [...API.matchAll(/^```json\n(\{\n {2}"object"[\s\S]*?)^```$/gm)].map(
    ([, json = '']) => JSON.parse(json) as object,
  );
  expect(samples.length).toBeGreaterThan(4);
  const examples = examplesOf(DOCUMENT.paths);
  for (const sample of samples) expect(examples).toContainEqual(sample);
});
