// The log of the service as a file of bounded size beside its journal, for machines without a system journal.
import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

export const LOG_NAME = 'daemon.log';

/** At most about 20 MB in four files. Trouble with the log, as a full disk, never stops the service. */
export function openLogFile(dataDir: string): RotatingFileStream {
  const stream = createStream(LOG_NAME, { path: dataDir, size: '5M', maxFiles: 3, mode: 0o600 });
  stream.on('error', () => {});
  stream.on('warning', () => {});
  return stream;
}

export const logFile = (dataDir: string): string => join(dataDir, LOG_NAME);
