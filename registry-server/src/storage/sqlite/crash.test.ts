import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage, startTestRegistry } from '../../../tests/support/test-registry.ts';
import { crashInput, crashOrganization } from '../../../tests/support/write-until-killed.ts';

const SOURCES = join(import.meta.dirname, '..', '..');
const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const WRITES = isLong ? 2000 : 600;
const KILLS = isLong ? 10 : 3;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a server that is killed', () => {
  it(`loses nothing it has answered for, and leaves no key stuck: ${KILLS} kills in ${WRITES} writes`, async () => {
    const [sent, done] = [new Set<string>(), new Map<string, string>()];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await writeAndKill(kill, (WRITES / KILLS) * (0.5 + Math.random()), sent, done);
    }
    while (done.size < WRITES) await writeAndKill(KILLS + 1 + done.size, WRITES - done.size, sent, done);

    const db = new BetterSqlite(join(folder, 'registry.db'), { readonly: true });
    const pluck = (text: string) => db.prepare(text).pluck().all() as string[];
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    const kept = new Set(pluck('SELECT registry_id FROM artworks'));
    expect([...done.values()].filter((id) => !kept.has(id))).toEqual([]);
    const [works, told] = [
      pluck('SELECT id FROM artworks'),
      pluck(`SELECT payload ->> '$.resource.id' FROM events`),
    ];
    expect(told.toSorted()).toEqual(works.toSorted());
    expect(pluck('SELECT count(*) FROM idempotency')).toEqual([works.length]);
    expect(pluck('SELECT count(*) FROM changes')).toEqual([works.length]);
    expect(pluck(`SELECT count FROM artwork_counts WHERE kind = 'all'`)).toEqual([works.length]);
    db.close();

    // Whatever was sent without an answer may be sent again: it is replayed or made, never refused.
    const storage = openTestStorage(folder, testClock());
    const organizationId = await crashOrganization(storage);
    for (const key of [...sent].filter((name) => !done.has(name))) {
      const [again] = await storage.publishArtworks([crashInput(organizationId, key)]);
      expect(again).toMatchObject({ ok: true, status: 201 });
    }
    await storage.close();
  }, 120_000);

  async function writeAndKill(
    run: number,
    answers: number,
    sent: Set<string>,
    done: Map<string, string>,
  ): Promise<void> {
    const writer = join(SOURCES, '..', 'tests', 'support', 'write-until-killed.ts');
    const child = spawn(process.execPath, [writer, folder, String(run)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const until = done.size + answers;
    for await (const line of createInterface({ input: child.stdout })) {
      const [word, key = '', id = ''] = line.split(' ');
      if (word === 'sent') sent.add(key);
      else if (/^AREG-\d+$/.test(id)) done.set(key, id);
      if (done.size >= until) child.kill('SIGKILL');
    }
    await ended;
  }
});

describe('an answer', () => {
  const hasStrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
  it.skipIf(!hasStrace)(
    'leaves only after the log of the database is on disk (needs strace)',
    async () => {
      const trace = join(folder, 'trace');
      const env = {
        ...process.env,
        REGISTRY_DATA_DIR: folder,
        REGISTRY_PORT: '0',
        REGISTRY_LOG_LEVEL: 'silent',
      };
      const main = join(SOURCES, 'main.ts');
      const operate = (...args: string[]) =>
        JSON.parse(
          spawnSync(process.execPath, [main, ...args, '--json'], { env, encoding: 'utf8' }).stdout,
        ) as {
          api_key: string;
        };
      operate('migrate');
      operate('org', 'create', '--slug', 'own', '--name', 'Own');
      operate('profile', 'create', '--org', 'own', '--type', 'gallery', '--slug', 'own', '--name', 'Own');
      const { api_key } = operate(
        'key',
        'create',
        '--org',
        'own',
        '--scopes',
        'artworks:read,artworks:write',
      );
      const calls = 'trace=fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg';
      const child = spawn(
        'strace',
        ['-f', '-y', '-s', '40', '-e', calls, '-o', trace, process.execPath, main, 'serve'],
        {
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const url = await new Promise<string>((resolve) => {
        child.stdout.on('data', (chunk: Buffer) => {
          const found = /listening on (\S+)/.exec(chunk.toString());
          if (found?.[1]) resolve(found[1]);
        });
      });
      for (let serial = 0; serial < 5; serial += 1) {
        const response = await fetch(`${url}/api/v1/artworks`, {
          method: 'POST',
          headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ title: `Work ${serial}`, artist_name: 'Ana' }),
        });
        expect(response.status).toBe(201);
      }
      // The server itself is told to stop: strace would end without it.
      const server = Number(/^(\d+)/.exec(readFileSync(trace, 'utf8'))?.[1]);
      process.kill(server, 'SIGTERM');
      await new Promise((resolve) => child.once('close', resolve));

      // One client, one request at a time: between two answers the log must have been written, then synced.
      let [isWritten, isOnDisk, answers] = [false, false, 0];
      for (const line of readFileSync(trace, 'utf8').split('\n')) {
        if (/pwrite64\(\d+<[^>]*registry\.db-wal>/.test(line)) isWritten = true;
        // A call that another thread interrupts is traced in two lines; the second one is its end.
        const isSynced =
          /f(data)?sync\(\d+<[^>]*registry\.db-wal>\)\s+= 0|<\.\.\. f(data)?sync resumed>\)\s+= 0/;
        if (isSynced.test(line)) isOnDisk = isWritten;
        if (line.includes('HTTP/1.1 201')) {
          expect(isOnDisk, line).toBe(true);
          [isWritten, isOnDisk] = [false, false];
          answers += 1;
        }
      }
      expect(answers).toBe(5);
    },
    60_000,
  );
});

describe('fifty parallel posts with one key', () => {
  it('make one artwork; the others are told to wait or get its answer', async () => {
    const registry = await startTestRegistry();
    const { api } = await registry.organization('own');
    const body = { title: 'Once', artist_name: 'Ana' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api('POST', '/artworks', body, { 'idempotency-key': 'one' })),
    );
    const made = answers.filter((answer) => answer.status === 201);
    const told = answers.filter((answer) => answer.status === 409);
    expect(made.length + told.length).toBe(50);
    expect(made.filter((answer) => answer.headers['idempotent-replay'] !== 'true')).toHaveLength(1);
    for (const answer of told) expect(answer.body.error.code).toBe('idempotent_request_in_progress');
    expect((await api('GET', '/artworks')).body.pagination.total).toBe(1);
    await registry.close();
  });
});
