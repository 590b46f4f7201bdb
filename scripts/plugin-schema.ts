// Writes what the plugin takes from the contract. plugin/schema/artwork.json: the registry's create body as JSON Schema, made from the
// zod schema, in the dialect of WordPress's validator (draft 4 and less); the plugin judges works by it before anything leaves the site.
// plugin/schema/fingerprint.json: the words that make possible duplicates. plugin/tests/fingerprints.json and folded.json: what both sides must
// calculate.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  ArtworkCreate,
  CURRENCIES,
  fingerprint,
  GENERIC_TITLES,
  NO_YEAR,
  type FingerprintInput,
} from '../packages/contract/index.ts';
import { foldText, UNDECOMPOSED_LETTERS } from '../packages/contract/fold.ts';
import { PLACEHOLDER_ARTISTS } from '../packages/contract/placeholders.ts';
import { rootDir } from '../stage/paths.ts';

/** File → its text, ready to be written or compared. */
export function generatedFiles(): Record<string, string> {
  return {
    'plugin/schema/artwork.json': artworkSchema(),
    'plugin/schema/fingerprint.json': json({
      generic_titles: [...GENERIC_TITLES].sort(),
      no_year: [...NO_YEAR].sort(),
      placeholder_artists: [...PLACEHOLDER_ARTISTS].sort(),
      letters: UNDECOMPOSED_LETTERS,
    }),
    'plugin/tests/fingerprints.json': json(labelledWorks().map((work) => fingerprint(work))),
    'plugin/tests/folded.json': json(Object.fromEntries(FOLDED.map((text) => [text, foldText(text)]))),
  };
}

const FOLDED = [
  'Søren Ødegård',
  'Żółć Łukasz',
  'Đỗ Quang Em',
  'Ægir Þór Eiðsson',
  'Hœrter Œuvre',
  'ĦALIL ŦEST ıİ',
  'I ❤\ufe0f Rome',
  'שָׁלוֹם מָגֵן־דָּוִד',
  'مُحَمَّد محـــمد أحمد',
  'ʻIolani Oʼahu O`ahu O´ahu',
  '1½ kg 1⁄2',
  'がか कि',
  '?!',
];

// What the contract checks by code, in the one word JSON Schema has for it. No delimiters are escaped: WordPress adds its own (#).
const plainText = '^[^\\x{00}-\\x{08}\\x{0B}-\\x{1F}\\x{7F}-\\x{9F}]*$';
const webAddress = '^[hH][tT][tT][pP][sS]?://[^\\s/?\\x{23}]+([/?\\x{23}]\\S*)?$';

type Node = Record<string, unknown>;

function artworkSchema(): string {
  const { $schema: _draft, ...schema } = z.toJSONSchema(ArtworkCreate, { io: 'input', target: 'draft-4' });
  return json(forWordPress(schema as Node));
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** The 600 records of the labelled pairs, in their order. */
function labelledWorks(): FingerprintInput[] {
  const lines = readFileSync(join(rootDir, 'registry-server/tests/data/labelled-pairs.ndjson'), 'utf8');
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { a, b } = JSON.parse(line) as { a: FingerprintInput; b: FingerprintInput };
      return [a, b];
    });
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
    out['enum'] = [...CURRENCIES].sort();
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
  for (const [name, text] of Object.entries(generatedFiles())) {
    const file = join(rootDir, name);
    await mkdir(dirname(file), { recursive: true });
    const written = await readFile(file, 'utf8').catch(() => '');
    if (written !== text) await writeFile(file, text);
  }
}
