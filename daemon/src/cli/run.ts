// `run`: the long-lived process, its log and its signals.
import { mkdirSync } from 'node:fs';
import { pino } from 'pino';
import { createApp, type AppDeps } from '../app.ts';
import { systemClock } from '#kit/clock';
import { REDACTED } from '../types/log-redaction.ts';
import { SitesFile } from '../site/sites-file.ts';
import { openLogFile } from './log-file.ts';
import { settingsOfService } from './settings.ts';

/** Resolves after SIGTERM or SIGINT, when everything under way has ended. `faults` is for the tests that kill the process. */
export async function run(options: Pick<AppDeps, 'onFault'> & { isJson?: boolean } = {}): Promise<void> {
  const { isJson, ...faults } = options;
  const config = settingsOfService();
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const streams = [
    { level: 'trace' as const, stream: pino.destination({ fd: 1, sync: true }) },
    { level: 'trace' as const, stream: openLogFile(config.dataDir) },
  ];
  const log = pino({ level: config.logLevel, redact: REDACTED }, pino.multistream(streams));
  new SitesFile(config.dataDir).refuseNewer();
  const app = createApp({ config, clock: systemClock, log, ...faults });
  const stopped = Promise.withResolvers<void>();
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    app.stop().then(stopped.resolve, stopped.reject);
  };
  try {
    const url = await app.start();
    process.stdout.write(
      isJson ? `${JSON.stringify({ listening: url })}\n` : `sync service listening on ${url}\n`,
    );
  } catch (error) {
    await app.stop();
    throw error;
  }
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await stopped.promise;
  // Connections that hang must not keep the process alive.
  process.exit(0);
}
