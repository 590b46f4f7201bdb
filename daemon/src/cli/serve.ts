// What `run` and `host run` have in common: a log on standard output and in the data folder, and a process that runs until it is told to
// stop.
import { pino, type Logger } from 'pino';
import { answer } from '#kit/command-line';
import { LOG_OUTPUT, outliveErrors } from '#kit/log-output';
import { serveUntilTold } from '#kit/serve-until-told';
import { REDACTED } from '../types/log-redaction.ts';
import { openLogFile } from './log-file.ts';

export function openLog({ logLevel, dataDir }: { logLevel: string; dataDir: string }): Logger {
  const streams = [
    { level: 'trace' as const, stream: outliveErrors(pino.destination(LOG_OUTPUT)) },
    { level: 'trace' as const, stream: openLogFile(dataDir) },
  ];
  return pino({ level: logLevel, redact: REDACTED }, pino.multistream(streams));
}

/** Ends the process after SIGTERM or SIGINT, when everything under way has ended. `called`: what listens, for the first line. */
export async function serve(
  service: { start: () => Promise<string>; stop: () => Promise<void> },
  { log, called, isJson }: { log: Logger; called: string; isJson: boolean | undefined },
): Promise<void> {
  const start = async () => {
    const url = await service.start();
    answer(isJson, { listening: url }, `${called} listening on ${url}`);
  };
  await serveUntilTold({ start, stop: service.stop }, (signal) => log.info({ signal }, 'stopping'));
  // Connections that hang must not keep the process alive.
  process.exit(0);
}
