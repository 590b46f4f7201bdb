// Directus with the works of our registry on a PostgreSQL of its own.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import type { Place } from '../../place.ts';
import type { Measured } from '../../processes.ts';
import type { World } from '../../world.ts';
import { startProgram } from '../program.ts';
import { copyWorks } from './copy-works.ts';
import { makeSchema } from './schema.ts';
import type { Call } from './schema.ts';

const run = promisify(execFile);
const ADMIN_TOKEN = 'bench-admin-token';

/** `installed`: the folder whose node_modules have it. `cwd`: an empty one, for the files that it makes. */
export async function startDirectus(
  { installed, cwd }: { installed: string; cwd: string },
  world: World,
  place: Place,
): Promise<Measured> {
  const port = String(await getPort());
  const url = `http://127.0.0.1:${port}`;
  const command = join(installed, 'node_modules/directus/cli.js');
  const env = {
    NODE_ENV: 'production',
    KEY: 'bench',
    SECRET: 'bench-secret-of-a-peer-that-holds-nothing',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: place.address,
    DB_POOL__MAX: '20',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'bench-password',
    ADMIN_TOKEN,
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    // It answers 503 under any load that fills a core.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  await run(process.execPath, [command, 'bootstrap'], { cwd, env: { ...process.env, ...env } });
  const program = { command: process.execPath, args: [command, 'start'], cwd, env };
  const directus = await startProgram(program, { url, health: '/server/ping', place });
  await makeSchema(callerOf(url));
  await copyWorks(world, place);
  return directus;
}

const callerOf =
  (url: string): Call =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text === '' ? { id: '' } : (JSON.parse(text) as { data: { id: string } }).data;
  };
