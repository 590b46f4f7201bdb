// What a lost disk, or a hand that tidies up, does to a service.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The service must not run. */
export function loseJournal(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith('journal')) rmSync(join(dataDir, name));
}
