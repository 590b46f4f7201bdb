// What is asked of both services alike, by their command lines.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';
import { openCommandLine } from '../../../registry-server/tests/support/command-line.ts';

const SERVICES = [
  {
    name: 'the server',
    folder: 'registry-server',
    serve: 'serve',
    variable: 'REGISTRY_CONFIG',
    prefix: 'REGISTRY_',
  },
  { name: 'the sync service', folder: 'daemon', serve: 'run', variable: 'DAEMON_CONFIG', prefix: 'DAEMON_' },
];

describe.each(SERVICES)('$name', ({ folder, serve, variable, prefix }) => {
  const main = join(import.meta.dirname, '../../..', folder, 'src/main.ts');
  const commands = openCommandLine(main);
  let home: string;
  const file = () => join(home, 'service.env');
  const run = (...args: string[]) => commands.type(args, bareEnv({ HOME: home, [variable]: file() }));

  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'both-services-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  afterAll(() => commands.close());

  test('takes what systemd hands on to the process in its settings file', async () => {
    writeFileSync(
      file(),
      'HTTP_PROXY=http://proxy.example:3128\nNODE_OPTIONS=--max-old-space-size=512\nTZ=UTC\n',
    );
    expect(await run('config', 'check')).toMatchObject({ code: 0, stderr: '' });
  });

  test('counts a value of spaces as none', async () => {
    writeFileSync(file(), `${prefix}HOST="  "\n`);
    const { stdout } = await run('config', 'check', '--json');
    const { settings } = JSON.parse(stdout) as { settings: { name: string }[] };
    expect(settings.find(({ name }) => name === `${prefix}HOST`)).toMatchObject({
      value: '127.0.0.1',
      source: 'default',
    });
  });

  test('repeats no password of an address that it refuses', async () => {
    writeFileSync(file(), `${prefix}PUBLIC_URL=ftp://user:open-sesame@registry.example\n`);
    const { stderr } = await run('config', 'check');
    expect(stderr).toContain(`${prefix}PUBLIC_URL must be an http or https`);
    expect(stderr).not.toContain('open-sesame');
  });

  test('hides the password of a proxy and shows the rest', async () => {
    writeFileSync(file(), 'HTTPS_PROXY=http://user:open-sesame@proxy.example:3128\n');
    const { stdout } = await run('config', 'check');
    expect(stdout).toContain('http://user:hidden@proxy.example:3128/');
    expect(stdout).not.toContain('open-sesame');
  });

  test('refuses a value that is not the address of a proxy, without repeating it', async () => {
    writeFileSync(file(), 'HTTPS_PROXY=ftp://user:open-sesame@proxy.example\n');
    const { code, stderr } = await run('config', 'check');
    expect(code).toBe(1);
    expect(stderr).toContain('HTTPS_PROXY must be an http or https address such as');
    expect(stderr).not.toContain('open-sesame');
  });

  test('names a line, a setting and a folder that are wrong together, in one form', async () => {
    writeFileSync(file(), `${prefix}PROT=1\nno line\n${prefix}DATA_DIR=data\n`);
    const { code, stderr } = await run('config', 'check');
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${file()}: ${prefix}PROT does not exist; line 2 is not NAME=value; ${prefix}DATA_DIR must begin at the root, ` +
        'but is "data". "config example" shows every setting',
    );
  });

  test('says where a file was named that cannot be read', async () => {
    const { stderr } = await run('config', 'check', '--file', join(home, 'none.env'));
    expect(stderr).toContain(`--file names ${join(home, 'none.env')}, which cannot be read`);
  });

  test('ends wrong usage with 2, and with --json as one object on standard error', async () => {
    expect(await run('config', 'chekc')).toMatchObject({ code: 2, stdout: '' });
    const { code, stdout, stderr } = await run('config', 'example', '--no-such-option', '--json');
    expect({ code, stdout, stderr: JSON.parse(stderr) }).toEqual({
      code: 2,
      stdout: '',
      stderr: { error: { code: 'usage', message: expect.stringContaining('--no-such-option') } },
    });
  });

  test('ends a failure with 1, and with --json as one object on standard error', async () => {
    writeFileSync(file(), 'no line\n');
    const { code, stderr } = await run('config', 'check', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'config', message: expect.stringContaining('line 1 is not NAME=value') },
    });
  });

  test.each(['PORT', 'METRICS_PORT'])(
    'names the setting %s where another program has that port',
    async (name) => {
      const blocker = createServer().listen(0, '127.0.0.1');
      await once(blocker, 'listening');
      const { port } = blocker.address() as AddressInfo;
      const lines = [
        `${prefix}DATA_DIR=${join(home, 'data')}`,
        `${prefix}PORT=0`,
        `${prefix}${name}=${port}`,
      ];
      writeFileSync(file(), lines.join('\n'));
      const child = spawn(process.execPath, [main, serve], {
        env: bareEnv({ HOME: home, [variable]: file() }),
      });
      let complaints = '';
      child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number];
      blocker.close();
      expect([code, complaints]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(`ort ${port} is already in use; set ${prefix}${name} to a free one\\.?\\n$`),
        ),
      ]);
    },
  );

  test('ends where its certificate cannot be read', async () => {
    const none = join(home, 'none.pem');
    const lines = [`${prefix}DATA_DIR=${join(home, 'data')}`, `${prefix}PORT=0`, `${prefix}TLS_CERT=${none}`];
    writeFileSync(file(), [...lines, `${prefix}TLS_KEY=${none}`].join('\n'));
    const child = spawn(process.execPath, [main, serve], {
      env: bareEnv({ HOME: home, [variable]: file() }),
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(complaints).toMatch(new RegExp(`${prefix}TLS_CERT.* ${none} cannot be read`));
  });

  test('ends wrong usage with 2 also when the reader of its complaint has gone', async () => {
    const child = spawn(process.execPath, [main, 'config', 'chekc'], { env: bareEnv({ HOME: home }) });
    child.stderr.destroy();
    expect(await once(child, 'close')).toEqual([2, null]);
  });

  test('ends a command without a word when the reader of its answer has gone', async () => {
    const child = spawn(process.execPath, [main, 'config', 'example'], { env: bareEnv({ HOME: home }) });
    child.stdout.destroy();
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, complaints]).toEqual([0, '']);
  });

  test('serves until it is told to stop where what it prints does not fit on the disk', async () => {
    const lines = [`${prefix}DATA_DIR=${join(home, 'data')}`, `${prefix}PORT=0`, `${prefix}LOG_LEVEL=trace`];
    writeFileSync(file(), lines.join('\n'));
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [main, serve], {
      env: bareEnv({ HOME: home, [variable]: file() }),
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let complaints = '';
    const listens = new Promise<void>((resolve) =>
      child.stderr!.on('data', (chunk: Buffer) => {
        complaints += chunk.toString();
        if (complaints.includes('\n')) resolve();
      }),
    );
    const ends = once(child, 'close');
    await Promise.race([listens, ends]);
    child.kill();
    expect([await ends, complaints]).toEqual([
      [1, null],
      expect.stringMatching(/^the answer could not be written: ENOSPC.*\n$/),
    ]);
  });

  test('fails with one line where its answer does not fit on the disk', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [main, 'config', 'example'], {
      env: bareEnv({ HOME: home }),
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^the answer could not be written: ENOSPC.*\n$/),
    ]);
  });
});
