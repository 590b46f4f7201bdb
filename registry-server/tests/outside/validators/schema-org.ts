// Judges JSON-LD by the vocabulary of schema.org, as the package schema-dts has it for the TypeScript compiler: a property that
// a type does not have, or a value of another kind, is an error of the compiler.
import { dirname, join } from 'node:path';
import ts from 'typescript';

export type Statement = { '@type': string | string[] };

const FOLDER = dirname(import.meta.filename);
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
};

/** What is wrong with each of the statements; an empty list: nothing. Judged together, because the vocabulary is read once. */
export function schemaOrgFaults(statements: Statement[]): string[][] {
  const texts = new Map(
    statements.map((statement, index) => [join(FOLDER, `statement-${index}.ts`), sourceOf(statement)]),
  );
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, languageVersion, ...how) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, languageVersion, ...how)
      : ts.createSourceFile(name, text, languageVersion);
  };
  const program = ts.createProgram([...texts.keys()], OPTIONS, host);
  return [...texts.keys()].map((name) => {
    const file = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  });
}

function sourceOf(statement: Statement): string {
  const types = [statement['@type']].flat();
  const [only] = types;
  const type =
    types.length === 1
      ? `schema.${only}`
      : `schema.MergeLeafTypes<[${types.map((name) => `schema.${name}Leaf`).join(', ')}]>`;
  return `import type * as schema from 'schema-dts';
const statement: schema.WithContext<${type}> = ${JSON.stringify(statement)};
export default statement;`;
}
