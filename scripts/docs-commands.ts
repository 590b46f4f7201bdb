// `npm run docs:commands`: writes the pages of docs/ that list every command, from the programs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_PAGES, root } from './docs/command-pages.ts';

for (const { path, text } of COMMAND_PAGES) {
  writeFileSync(join(root, path), text());
  console.log(`Written: ${path}`);
}
