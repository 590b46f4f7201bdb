// `npm run bench -w registry-server`: what the server costs, each figure beside its floor in the same run. The floor is a raw
// node:http server with a fixed small JSON, driven by the same load generator. `--json` prints one object per line.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

interface Figure {
  id: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
  goal: string;
  met: boolean;
}

const roundSeconds = 3;
const rounds = 5;
const works = 5000;
const main = join(import.meta.dirname, '../src/main.ts');
const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-bench-'));
const env = {
  ...process.env,
  REGISTRY_DATA_DIR: dataDir,
  REGISTRY_PORT: '0',
  REGISTRY_RATE_LIMIT: '1000000',
  REGISTRY_LOG_LEVEL: 'error',
};
const children: ChildProcess[] = [];

try {
  for (const figure of await measure()) print(figure);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<Figure[]> {
  const server = await start([main, 'serve'], /listening on (\S+)/);
  const floor = await start([join(import.meta.dirname, 'raw-floor.ts')], /listening on (\S+)/);
  await operate('org', 'create', '--slug', 'bench', '--name', 'Bench');
  await operate(
    'profile',
    'create',
    '--org',
    'bench',
    '--type',
    'gallery',
    '--slug',
    'bench',
    '--name',
    'Bench',
  );
  const { api_key: key } = await operate(
    'key',
    'create',
    '--org',
    'bench',
    '--scopes',
    'artworks:read,artworks:write',
  );
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await fill(`${server}/api/v1`, headers);
  const own: number[] = [];
  const raw: number[] = [];
  for (let round = 0; round < rounds; round++) {
    raw.push(await requestsPerSecond(() => ({ url: floor })));
    own.push(await requestsPerSecond(() => ({ url: server, headers, paths: artworkPaths() })));
  }
  const ratio = median(own) / median(raw);
  return [
    {
      id: 'server.get_by_id',
      value: median(own),
      unit: 'requests/s',
      floor: median(raw),
      ratio,
      goal: '>= 0.40 × raw',
      met: ratio >= 0.4,
    },
  ];
}

/** Publishes the works that are read afterwards, in batches of 50. */
async function fill(api: string, headers: Record<string, string>): Promise<void> {
  const connect = await post(`${api}/integrations/connect`, headers, {
    platform: 'wordpress',
    site_url: 'https://bench.example',
  });
  for (let at = 0; at < works; at += 50) {
    const items = Array.from({ length: 50 }, (_, index) => ({
      idempotency_key: `bench-${at + index}`,
      artwork: {
        title: `Study ${at + index}`,
        artist_name: `Painter ${(at + index) % 200}`,
        year_created: '1900',
        external_id: String(at + index),
      },
    }));
    await post(`${api}/integrations/sync`, headers, { installation_id: connect['installation_id'], items });
  }
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** 1,000 different works, so that a cache of one answer would show. */
function artworkPaths(): string[] {
  return Array.from(
    { length: 1000 },
    (_, index) => `/api/v1/artworks/AREG-${100_001 + ((index * 37) % works)}`,
  );
}

async function requestsPerSecond(
  target: () => { url: string; headers?: Record<string, string>; paths?: string[] },
): Promise<number> {
  const { url, headers, paths } = target();
  const result = await autocannon({
    url,
    connections: 32,
    duration: roundSeconds,
    ...(headers ? { headers } : {}),
    ...(paths ? { requests: paths.map((path) => ({ path })) } : {}),
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} answers were not 2xx.`);
  return result.requests.average;
}

async function start(args: string[], ready: RegExp): Promise<string> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const found = ready.exec(chunk.toString());
      if (found?.[1]) resolve(found[1]);
    });
  });
}

async function operate(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], { env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function print(figure: Figure): void {
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(figure));
    return;
  }
  const { id, value, unit, floor, ratio, goal, met } = figure;
  console.log(
    `${id}: ${value.toFixed(0)} ${unit}, floor ${floor.toFixed(0)}, ratio ${ratio.toFixed(2)} (goal ${goal}: ${met ? 'met' : 'NOT met'})`,
  );
}
