// `npm run docs:versions`: writes the versions that docs/qa.md, readme.txt and the plugin's header name from docs/versions.json. With
// `-- run shop|php|check` the tests are run first on the versions of this machine, and recorded.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../stage/paths.ts';
import { versionTexts } from './versions/texts.ts';
import { RUNS } from './versions/run.ts';

const [word, ...named] = process.argv.slice(2);
if (word === 'run') {
  for (const name of named) {
    const run = RUNS[name];
    if (run === undefined) {
      console.error(`"${name}" is not a run. There are ${Object.keys(RUNS).join(', ')}.`);
      process.exit(2);
    }
    await run();
  }
}
for (const { path, text } of versionTexts()) {
  writeFileSync(join(rootDir, path), text);
  console.log(`Written: ${path}`);
}
