// `npm run docs:drawings`: writes the drawings of docs/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svgOf } from './docs/drawing.ts';
import { DRAWINGS } from './docs/drawings.ts';

const folder = join(import.meta.dirname, '../docs/drawings');
mkdirSync(folder, { recursive: true });
for (const drawing of DRAWINGS) {
  writeFileSync(join(folder, `${drawing.name}.svg`), svgOf(drawing));
  console.log(`Written: docs/drawings/${drawing.name}.svg`);
}
