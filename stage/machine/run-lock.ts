// One run per data folder: a second start says so; what a killed run left behind is ended first.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @throws Error when another `npm start` runs on this folder */
export async function claimFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'run.pid');
  const owner = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (owner !== 0 && owner !== process.pid && (await commandLine(owner)).includes('stage/start.ts')) {
    throw new Error(
      `Another "npm start" runs on ${dataDir} (process ${owner}). Stop it with Ctrl-C there, or choose another folder with --data.`,
    );
  }
  await endLeftOvers(dataDir);
  await writeFile(file, String(process.pid));
}

/** Processes of a run that was killed: they carry the data folder in their environment or arguments. */
async function endLeftOvers(dataDir: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids) {
    if (pid === process.pid) continue;
    const text = `${await commandLine(pid)}\0${await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')}`;
    const isOurs = [
      `REGISTRY_DATA_DIR=${join(dataDir, 'registry')}`,
      `DAEMON_DATA_DIR=${join(dataDir, 'daemon')}`,
      `\0${join(dataDir, 'wordpress')}\0`,
    ].some((mark) => text.includes(mark));
    if (isOurs) process.kill(pid, 'SIGKILL');
  }
}

async function commandLine(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}
