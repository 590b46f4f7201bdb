// Opens the journal for a command. One that a running service has open is never changed to a newer schema: the older service
// would keep writing to it, and could not start again.
import { existsSync } from 'node:fs';
import { journalFile } from '../journal/journal-file.ts';
import { createJournal, type Journal } from '../journal/journal.ts';
import { isOutdated, openDatabase } from '../journal/open-journal.ts';
import { isServiceRunning } from '../journal/service-lock.ts';
import { CommandFailed } from './command-failed.ts';

/** Throws CommandFailed where a service of an older version is at work. */
export function openForCommand(dataDir: string): Journal {
  const file = journalFile(dataDir);
  if (existsSync(file) && isOutdated(file) && isServiceRunning(dataDir))
    throw new CommandFailed(
      'The sync service that runs is of an older version than this command. Start it again first ' +
        '("sudo artwork-registry-daemon install", or "systemctl restart artwork-registry").',
    );
  return createJournal(openDatabase(file));
}
