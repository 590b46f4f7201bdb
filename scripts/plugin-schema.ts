// Writes plugin/schema/artwork.json: the registry's create body as JSON Schema, made from the contract's own zod schema, in the
// dialect of WordPress's validator (draft 4 and less). The plugin judges a work by it before anything leaves the site.
import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ArtworkCreate } from '../registry-server/contract/index.ts';
import { rootDir } from '../e2e/support/paths.ts';

export const schemaFile = join(rootDir, 'plugin/schema/artwork.json');

// What the contract checks by code, in the one word JSON Schema has for it. No delimiters are escaped: WordPress adds its own (#).
const plainText = '^[^\\x{00}-\\x{08}\\x{0B}-\\x{1F}\\x{7F}-\\x{9F}]*$';
const webAddress = '^[hH][tT][tT][pP][sS]?://[^\\s/?\\x{23}]+([/?\\x{23}]\\S*)?$';

type Node = Record<string, unknown>;

/** The schema as text, ready to be written or compared. */
export function artworkSchema(): string {
  const { $schema: _draft, ...schema } = z.toJSONSchema(ArtworkCreate, { io: 'input', target: 'draft-4' });
  return `${JSON.stringify(forWordPress(schema as Node), undefined, 2)}\n`;
}

function forWordPress(node: Node): Node {
  const nullable = withoutNull(node);
  if (nullable) return { ...forWordPress(nullable), type: [nullable['type'], 'null'] };
  const out: Node = { ...node };
  if (typeof node['exclusiveMinimum'] === 'number') {
    out['minimum'] = node['exclusiveMinimum'];
    out['exclusiveMinimum'] = true;
  }
  if (node['format'] === 'uri') {
    delete out['format'];
    out['pattern'] = webAddress;
  } else if (node['type'] === 'string' && node['maxLength'] !== undefined) {
    out['pattern'] = plainText;
  }
  if (node['pattern'] === '^[A-Z]{3}$') {
    delete out['pattern'];
    out['enum'] = Intl.supportedValuesOf('currency');
  }
  if (node['properties']) {
    out['properties'] = Object.fromEntries(
      Object.entries(node['properties'] as Record<string, Node>).map(([name, value]) => [
        name,
        forWordPress(value),
      ]),
    );
  }
  return out;
}

/** zod writes "or null" as anyOf; one type list says the same and gives better complaints. */
function withoutNull(node: Node): Node | undefined {
  const choices = node['anyOf'] as Node[] | undefined;
  if (choices?.length !== 2 || !choices.some((choice) => choice['type'] === 'null')) return undefined;
  return choices.find((choice) => choice['type'] !== 'null');
}

if (import.meta.main) {
  const schema = artworkSchema();
  await mkdir(dirname(schemaFile), { recursive: true });
  const written = await readFile(schemaFile, 'utf8').catch(() => '');
  if (written !== schema) await writeFile(schemaFile, schema);
}
