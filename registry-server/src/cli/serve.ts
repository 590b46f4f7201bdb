// serve: the server process, until SIGTERM or SIGINT.
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { UsageError } from '#kit/cli-error';
import { serveUntilTold } from '#kit/serve-until-told';
import { readServiceConfig } from '../config.ts';
import type { Config } from '../config.ts';

/** After the drain. */
const SHUTDOWN_MS = 9_000;

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server; settings come from the settings file and the environment (config check)')
    .option('--port <port>', 'overrides REGISTRY_PORT; 0 takes a free one')
    .option('--host <host>', 'overrides REGISTRY_HOST')
    .action(async (options: { port?: string; host?: string }) => {
      if (options.port !== undefined && !/^\d{1,5}$/.test(options.port)) {
        throw new UsageError('--port must be a whole number from 0 to 65535');
      }
      await serve(
        readServiceConfig({
          ...process.env,
          ...(options.port !== undefined && { REGISTRY_PORT: options.port }),
          ...(options.host !== undefined && { REGISTRY_HOST: options.host }),
        }),
      );
    });
}

async function serve(config: Config): Promise<void> {
  // A heap grows to four times of what it holds before it is looked through, in each thread, and keeps what it took: 490 MiB
  // after a large import, not 230.
  setFlagsFromString('--heap-growing-percent=30');
  // What only this command needs is loaded by it alone: HTTP, e-mail and the log cost every other one a third of its start.
  const [{ createServer }, { makeLogger }] = await Promise.all([
    import('../server.ts'),
    import('../logger.ts'),
  ]);
  const logger = makeLogger(config.logLevel);
  const server = await createServer({ config, logger });
  // Not process.exit: it waits for threads, and a statement that runs cannot be ended. What was committed is on disk.
  const endNow = () => process.kill(process.pid, 'SIGKILL');
  let isTold = false;
  const start = () =>
    server.start((url) => {
      if (config.logFormat === 'json') logger.info(`registry listening on ${url}`);
      else process.stdout.write(`registry listening on ${url}\n`);
    });
  const stop = () =>
    server.stop().catch((error: unknown) => {
      if (!isTold) return;
      logger.error({ err: error }, 'stopped the hard way');
      endNow();
    });
  await serveUntilTold({ start, stop }, () => {
    isTold = true;
    logger.info('stopping');
    setTimeout(endNow, config.drainSeconds * 1000 + SHUTDOWN_MS).unref();
  });
}
