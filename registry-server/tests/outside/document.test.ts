// The API description, judged by two validators that share no code with it or with each other, and by the server.
import { validate } from '@readme/openapi-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/http/endpoints.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';

const document = openApiDocument('https://registry.example.org');
const fresh = () => structuredClone(document);

async function lint(subject: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(subject), config });
  return problems.map((problem) => `${problem.ruleId}: ${problem.message} ${problem.location[0]?.pointer}`);
}

describe('the OpenAPI document', () => {
  it('passes the linter of Redocly, strict rules', async () => {
    // This one call takes nothing that could be wrong.
    const neverRefuses =
      'operation-4xx-response: Operation must have at least one `4XX` response. #/paths/~1openapi.json';
    expect((await lint(document)).filter((problem) => !problem.startsWith(neverRefuses))).toEqual([]);
  });
  it('passes the parser of ReadMe', async () => {
    const result = await validate(fresh() as never);
    expect(result).toMatchObject({ valid: true, warnings: [] });
  });
  it('would not pass either of them with a mistake in it', async () => {
    const broken = fresh();
    const operation = broken.paths['/artworks']?.get as { responses?: unknown };
    delete operation.responses;
    (broken.paths['/artworks']?.post as { operationId: string }).operationId = 'listArtworks';
    expect(await lint(broken)).not.toEqual([]);
    expect((await validate(broken as never)).valid).toBe(false);
  });

  it('describes exactly the endpoints of the server', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('shows examples that fit their schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv as never);
    ajv.addSchema({ ...fresh(), $id: 'api' });
    let count = 0;
    const visit = (node: unknown, pointer: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const media = node as {
        schema?: object;
        example?: unknown;
        examples?: Record<string, { value: unknown }>;
      };
      const shown = [media.example, ...Object.values(media.examples ?? {}).map((example) => example?.value)];
      if (media.schema !== undefined) {
        for (const example of shown.filter((value) => value !== undefined)) {
          count += 1;
          const isFit = ajv.validate({ $ref: `api#${pointer}/schema` }, example);
          expect([pointer, isFit ? [] : ajv.errors]).toEqual([pointer, []]);
        }
      }
      for (const [name, child] of Object.entries(node)) {
        if (name === 'example' || name === 'examples') continue;
        visit(child, `${pointer}/${encodeURIComponent(name.replace(/~/g, '~0').replace(/\//g, '~1'))}`);
      }
    };
    visit(document, '');
    expect(count).toBeGreaterThan(100);
  });

  it('says the bounds of the specification', () => {
    const parameters = (
      document.paths['/artworks']?.get as { parameters: { name: string; schema: object }[] }
    ).parameters;
    const bounds = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
    expect(Object.keys(bounds)).toHaveLength(16);
    const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
    expect(bounds).toMatchObject({
      ...Object.fromEntries(
        ['q', 'artist', 'gallery', 'museum', 'collection', 'medium'].map((name) => [name, text(200)]),
      ),
      year: text(50),
      collect24_id: text(50),
      installation_id: text(120),
      platform: text(80),
      price_min: { type: 'number', minimum: 0 },
      price_max: { type: 'number', minimum: 0 },
      updated_since: { type: 'string', format: 'date-time' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      offset: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 },
    });
  });
});
