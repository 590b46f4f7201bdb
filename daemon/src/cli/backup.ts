// `backup`: a copy of the pairings and keys while the service runs. The journal is not among them: it is rebuilt from the registry
// and the shop, while an old copy would be out of date.
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime, systemClock } from '#kit/clock';
import { readConfig } from '../config.ts';
import { CommandFailed } from './command-failed.ts';
import { answer } from './output.ts';

const FILES = ['sites.json', 'seal-key.json'];

export function backup(options: { to: string; json?: boolean }): void {
  const { dataDir } = readConfig(process.env);
  if (!existsSync(join(dataDir, 'sites.json')))
    throw new CommandFailed(`Nothing is paired in ${dataDir}, so there is nothing to copy.`);
  const folder = join(options.to, `artwork-registry-${isoTime(systemClock.now()).replace(/[:.]/g, '-')}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = FILES.filter((name) => existsSync(join(dataDir, name)));
  for (const name of files) {
    copyFileSync(join(dataDir, name), join(folder, name));
    chmodSync(join(folder, name), 0o600);
  }
  answer(options.json, { backup: folder, files }, [
    `Copied ${files.join(' and ')} to ${folder}. They hold the keys: keep them where nobody else can read them.`,
    `To restore: stop the service, empty ${dataDir}, copy the files into it as the user of the service, start it.`,
    'The journal is rebuilt from the registry and the shop; nothing is published twice.',
  ]);
}
