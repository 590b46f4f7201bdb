// `run`: the long-lived process of a service.
import { mkdirSync } from 'node:fs';
import { systemClock } from '#kit/clock';
import { createApp, type AppDeps } from '../app.ts';
import { SitesFile } from '../site/sites-file.ts';
import { openLog, serve } from './serve.ts';
import { configOfService } from './service-config.ts';

/** `faults` is for the tests that kill the process. */
export async function run(options: Pick<AppDeps, 'onFault'> & { isJson?: boolean } = {}): Promise<void> {
  const { isJson, ...faults } = options;
  const config = configOfService();
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const log = openLog(config);
  new SitesFile(config.dataDir).refuseNewer();
  const app = createApp({ config, clock: systemClock, log, ...faults });
  await serve(app, { log, called: 'sync service', isJson });
}
