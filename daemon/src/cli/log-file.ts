// The log of the service as a file of bounded size beside its journal, for machines without a system journal.
import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { systemClock } from '#kit/clock';

export const LOG_NAME = 'daemon.log';
/** After an error, such as a full disk, the stream writes nothing any more; a new one is tried after this time. */
const AGAIN_MS = 60_000;

/** At most about 20 MB in four files. A problem with the log never stops the service; what comes meanwhile is on standard output. */
export function openLogFile(dataDir: string, againMs = AGAIN_MS): { write: (line: string) => void } {
  let stream: RotatingFileStream | null = null;
  let openNotBeforeMs = 0;
  function open(): RotatingFileStream {
    const opened = createStream(LOG_NAME, { path: dataDir, size: '5M', maxFiles: 3, mode: 0o600 });
    opened.on('warning', () => {});
    opened.on('error', () => {
      if (stream !== opened) return;
      stream = null;
      openNotBeforeMs = systemClock.elapsed() + againMs;
      opened.destroy();
    });
    return opened;
  }
  return {
    write(line) {
      if (stream === null && systemClock.elapsed() >= openNotBeforeMs) stream = open();
      stream?.write(line);
    },
  };
}

export const logFile = (dataDir: string): string => join(dataDir, LOG_NAME);
