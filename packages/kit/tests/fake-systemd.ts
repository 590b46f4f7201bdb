// A systemctl and a journalctl that are scripts, in front of the machine's own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts both below `folder`. What is typed into systemctl is kept in `typed`; `isActive` is the shell that "is-active" runs, `lastLines`
 * what the log ends with. Returns what takes them away again.
 */
export function putSystemd(
  folder: string,
  { isActive, lastLines }: { isActive: string; lastLines: string },
): () => void {
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  const systemctl = `#!/bin/sh\necho "$@" >> ${folder}/typed\n[ "$1" != is-active ] || ${isActive}\n`;
  writeFileSync(join(tools, 'systemctl'), systemctl, { mode: 0o755 });
  writeFileSync(join(tools, 'journalctl'), `#!/bin/sh\necho "${lastLines}"\n`, { mode: 0o755 });
  const path = process.env['PATH'];
  process.env['PATH'] = `${tools}:${path}`;
  return () => void (process.env['PATH'] = path);
}
