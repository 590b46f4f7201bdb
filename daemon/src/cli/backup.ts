// `backup`: a copy of journal and keys while the service runs. A journal is rebuilt without one; the pairing and the keys are not.
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { journalFile } from '../app.ts';
import { readConfig } from '../config.ts';
import { CommandFailed } from './command-failed.ts';
import { answer } from './output.ts';

export async function backup(options: { to: string; json?: boolean }): Promise<void> {
  const { dataDir } = readConfig(process.env);
  const sites = join(dataDir, 'sites.json');
  if (!existsSync(sites))
    throw new CommandFailed(`Nothing is paired in ${dataDir}, so there is nothing to copy.`);
  const folder = join(options.to, `artwork-registry-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyFileSync(sites, join(folder, 'sites.json'));
  chmodSync(join(folder, 'sites.json'), 0o600);
  if (existsSync(journalFile(dataDir))) {
    const db = new Database(journalFile(dataDir), { readonly: true });
    await db.backup(join(folder, 'journal.sqlite')).finally(() => db.close());
    chmodSync(join(folder, 'journal.sqlite'), 0o600);
  }
  answer(options.json, { backup: folder }, [
    `Copied to ${folder}. It holds the keys: keep it where nobody else can read it.`,
    'To restore: stop the service, copy both files into the data folder, start it.',
  ]);
}
