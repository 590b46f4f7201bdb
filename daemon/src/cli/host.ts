// `host run`: the long-lived process of a host.
import { mkdirSync } from 'node:fs';
import { systemClock } from '#kit/clock';
import { createHost } from '../host/host-app.ts';
import { readHostConfig } from '../host/host-settings.ts';
import { actAsOwnerOf } from './act-as-owner.ts';
import { openLog, serve } from './serve.ts';

export async function runHost(options: { json?: boolean }): Promise<void> {
  const { config, settings } = readHostConfig(process.env);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  actAsOwnerOf(config.dataDir);
  const log = openLog(config);
  const host = createHost({ config, settings, clock: systemClock, log });
  await serve(host, { log, called: 'host', isJson: options.json });
}
