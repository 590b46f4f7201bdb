// A client made from the API description by a public generator: its types are current, it compiles, it works.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';
import { publishReadUpdateSource } from './client/story.ts';

const FOLDER = join(import.meta.dirname, 'client');
const TYPES = join(import.meta.dirname, '../../../packages/client/src/api.generated.ts');
const HEAD = `// Made by openapi-typescript from the API description; npx vitest run registry-server/tests/outside/client -u makes it again.
/* eslint-disable max-lines */
`;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => registry.close());

it('the types are what the generator makes of the description today', async () => {
  const types = astToString(
    await openapiTS(structuredClone(openApiDocument('https://registry.example')) as never),
  );
  const text = await format(HEAD + types, { parser: 'typescript', singleQuote: true, printWidth: 110 });
  await expect(text).toMatchFileSnapshot(TYPES);
});

it('the client compiles under the strictest rules, and a misspelt field does not', () => {
  expect(diagnose((text) => text)).toEqual([]);
  expect(diagnose((text) => text.replace('artist_name:', 'artist:')).join('\n')).toContain(
    "'artist' does not exist",
  );
});

it('the client publishes, reads, updates and reports the source', async () => {
  const { apiKey } = await registry.organization('story');
  const { port } = registry.app.server.address() as AddressInfo;
  expect(await publishReadUpdateSource(`http://127.0.0.1:${port}/api/v1`, apiKey)).toMatchObject({
    service: { organization: { slug: 'story' } },
    artId: expect.stringMatching(/^AREG-\d+$/),
    isDuplicate: true,
    changedFields: ['availability', 'price'],
    availability: 'sold',
    sourceStatus: 'unpublished',
    found: 1,
    refusal: { code: 'invalid_body', issues: [{ path: 'title', message: 'must not be empty' }] },
  });
});

/** What the compiler says about the story after `change`. */
function diagnose(change: (text: string) => string): string[] {
  const file = join(FOLDER, 'story.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (name) => (name === file ? change(read(name) ?? '') : read(name));
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}
