// `npm run messy-run`: takes a messy catalogue from activation to "registered or explained" and prints what that cost its owner. For
// contributors: docs/development.md.
import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { join, resolve } from 'node:path';
import { rootDir } from '../paths.ts';
import { realDataFile } from './real-data.ts';

const options = new Command('npm run messy-run --')
  .description(
    'Makes works of a data file messy (missing artists, sizes in texts and inches, duplicates, entities, emoji, drafts, variations), imports ' +
      'them into WooCommerce, connects, fixes and registers them in a browser, and prints clicks, fields, minutes, works by state, and ' +
      'works without explanation, which must be none.',
  )
  .option('--count <n>', 'how many works; up to 100 come from the demo collection', '2000')
  .option('--file <ndjson.gz>', 'the works; invented ones where it is missing', realDataFile)
  .option('--database <name>', 'mariadb or sqlite', 'mariadb')
  .option('--pictures <folder>', 'where to put a picture of each step')
  .option('--keep', 'leave the data folder for a look')
  .parse()
  .opts<{ count: string; file: string; database: string; pictures?: string; keep?: boolean }>();

const run = spawn('npx', ['playwright', 'test', 'specs/shop/messy-catalogue.spec.ts'], {
  cwd: join(rootDir, 'e2e'),
  stdio: 'inherit',
  env: {
    ...process.env,
    MESSY_WORKS: options.count,
    MESSY_FILE: resolve(options.file),
    ARTWORK_REGISTRY_DATABASE: options.database,
    REQUIRE_WOOCOMMERCE: '1',
    ...(options.pictures ? { SCREENSHOTS: resolve(options.pictures) } : {}),
    ...(options.keep ? { KEEP_E2E_DATA: '1' } : {}),
  },
});
run.once('exit', (code) => process.exit(code ?? 1));
