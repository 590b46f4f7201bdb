import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCertificate, takeUpRenewedCertificate } from './renewed-certificate.ts';

let folder: string;
let app: FastifyInstance;
const said: string[] = [];
const file = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-tls-'));
  issue('first.example');
  const https = { cert: readFileSync(file('cert.pem')), key: readFileSync(file('key.pem')) };
  app = Fastify({ https }) as unknown as FastifyInstance;
  app.get('/', () => 'here');
  const logger = {
    info: (_: unknown, text: string) => said.push(text),
    error: (_: unknown, text: string) => said.push(text),
  };
  takeUpRenewedCertificate(
    app,
    { certFile: file('cert.pem'), keyFile: file('key.pem') },
    logger as never,
    50,
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  said.length = 0;
});

/** A self-signed pair for a name. */
function issue(name: string): void {
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
      ],
      ...['-subj', `/CN=${name}`, '-keyout', file('key.pem'), '-out', file('cert.pem')],
    ],
    { stdio: 'ignore' },
  );
}

const nameShown = () =>
  new Promise<string>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, rejectUnauthorized: false, agent: false }, (answer) => {
      resolve(String((answer.socket as TLSSocket).getPeerCertificate().subject.CN));
      answer.resume();
    });
    asked.once('error', reject);
    asked.end();
  });

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('shows the renewed certificate without a restart', async () => {
  expect(await nameShown()).toBe('first.example');
  issue('second.example');
  await until(async () => (await nameShown()) === 'second.example');
});

it('takes it up at once on SIGHUP, and keeps the former one where the files do not fit', async () => {
  writeFileSync(file('key.pem'), 'no key');
  process.emit('SIGHUP', 'SIGHUP');
  expect(said.at(-1)).toContain('the former one stays');
  expect(await nameShown()).toBe('first.example');
  issue('third.example');
  process.emit('SIGHUP', 'SIGHUP');
  expect(await nameShown()).toBe('third.example');
});

it('shows the renewed certificate where the files are links, which lead to other files from then on', async () => {
  const point = (generation: string) => {
    for (const name of ['key.pem', 'cert.pem']) {
      renameSync(file(name), file(`${generation}-${name}`));
      symlinkSync(`${generation}-${name}`, file(name));
    }
  };
  point('1');
  for (const name of ['key.pem', 'cert.pem']) rmSync(file(name));
  issue('linked.example');
  point('2');
  await until(async () => (await nameShown()) === 'linked.example');
});

it('names the setting of a file that cannot be read, and both where the two do not belong together', () => {
  const files = { certFile: file('cert.pem'), keyFile: file('key.pem') };
  expect(() => readCertificate({ ...files, keyFile: file('none.pem') }, 'REGISTRY')).toThrow(
    `REGISTRY_TLS_KEY: ${file('none.pem')} cannot be read`,
  );
  const former = file('former-key.pem');
  renameSync(file('key.pem'), former);
  issue('second.example');
  expect(() => readCertificate({ ...files, keyFile: former }, 'DAEMON')).toThrow(
    'DAEMON_TLS_CERT and DAEMON_TLS_KEY must be a certificate and its private key',
  );
});
