// `host run`: the long-lived process of a host.
import { mkdirSync } from 'node:fs';
import { pino } from 'pino';
import { systemClock } from '#kit/clock';
import { createHost } from '../host/host-app.ts';
import { readHostConfig } from '../host/host-settings.ts';
import { REDACTED } from '../types/log-redaction.ts';
import { actAsOwnerOf } from './act-as-owner.ts';
import { openLogFile } from './log-file.ts';

/** Resolves after SIGTERM or SIGINT, when everything under way has ended. */
export async function runHost(options: { json?: boolean }): Promise<void> {
  const { config, settings } = readHostConfig(process.env);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  actAsOwnerOf(config.dataDir);
  const log = pino(
    { level: config.logLevel, redact: REDACTED },
    pino.multistream([
      { level: 'trace', stream: pino.destination({ fd: 1, sync: true }) },
      { level: 'trace', stream: openLogFile(config.dataDir) },
    ]),
  );
  const host = createHost({ config, settings, clock: systemClock, log });
  const stopped = Promise.withResolvers<void>();
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    host.stop().then(stopped.resolve, stopped.reject);
  };
  try {
    const url = await host.start();
    process.stdout.write(
      options.json ? `${JSON.stringify({ listening: url })}\n` : `host listening on ${url}\n`,
    );
  } catch (error) {
    await host.stop();
    throw error;
  }
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await stopped.promise;
  process.exit(0);
}
