// `npm run tate -w registry-server [-- FILE.ndjson.gz]`: publishes all 69,202 works of the Tate Collection twice, as
// plain posts with a key each and then through an installation, and compares every kind of outcome with the committed
// counts.json. A difference is a change of identity rules; `-- --write` records it, to be reviewed like code.
// The data (CC0, "The Tate Collection", github.com/tategallery/collection) is not part of this repository.
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { systemClock } from '#kit/clock';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import { publishPlain, publishThroughInstallation } from './publish-twice.ts';
import type { Outcomes } from './publish-twice.ts';

const COUNTS = join(import.meta.dirname, 'counts.json');
const args = process.argv.slice(2);
const file =
  args.find((arg) => !arg.startsWith('--')) ??
  join(import.meta.dirname, '../../../../shared/data/dev-artworks.ndjson.gz');

if (!existsSync(file)) {
  console.log(
    `skipped: ${file} is not there. Pass the path of the Tate works, one JSON object a line, gzipped: ` +
      'npm run tate -w registry-server -- dev-artworks.ndjson.gz',
  );
} else {
  const counted = await run(await readRows(file));
  console.log(JSON.stringify(counted, undefined, 2));
  if (args.includes('--write')) {
    writeFileSync(COUNTS, `${JSON.stringify(counted, undefined, 2)}\n`);
  } else if (JSON.stringify(counted) !== JSON.stringify(JSON.parse(readFileSync(COUNTS, 'utf8')))) {
    console.error('the outcomes differ from counts.json');
    process.exitCode = 1;
  } else {
    console.log('as in counts.json');
  }
}

async function run(
  rows: Record<string, unknown>[],
): Promise<{ rows: number; [run: string]: number | Outcomes }> {
  const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-tate-'));
  const storage = openSqliteStorage({
    file: join(folder, 'registry.db'),
    clock: systemClock,
    listenUrl: () => 'https://registry.example',
    readers: 0,
  });
  try {
    const plain = await publishPlain(storage, rows, 'tate');
    const plainAgain = await publishPlain(storage, rows, 'tate');
    const installed = await publishThroughInstallation(storage, rows, 'tate');
    const fresh = await publishThroughInstallation(storage, rows, 'tate-shop');
    return {
      rows: rows.length,
      plain_posts: plain,
      plain_posts_again_with_other_keys: plainAgain,
      through_an_installation_of_the_same_organisation: installed,
      through_an_installation_of_another_organisation: fresh,
    };
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readRows(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) rows.push(JSON.parse(line) as Record<string, unknown>);
  return rows;
}
