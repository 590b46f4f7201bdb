// Where the journal is stored.
import { join } from 'node:path';

/** The journal's file inside the data folder. */
export const journalFile = (dataDir: string): string => join(dataDir, 'journal.sqlite');
