// The commands of docs/operator.md that need no PostgreSQL, run as a reader would.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signWebhook } from '@artwork-registry/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '#kit/clock';
import { commandsBelow, runDocumented } from '../../tests/support/documented-commands.ts';
import { addAccessRequest, addOrganization } from '../../tests/support/publishers.ts';
import { openTestStorage } from '../../tests/support/test-registry.ts';
import { bareEnv } from '../../tests/support/bare-env.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/operator.md'), 'utf8');

// Each command is a process of its own: generous, so that only a hang is a failure.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-docs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (heading: string, replacements: Record<string, string>) => {
  const blocks = commandsBelow(PAGE, heading);
  expect(blocks, heading).not.toEqual([]);
  const env = bareEnv({ REGISTRY_DATA_DIR: folder });
  return runDocumented(blocks, { folder, instances: 1, env, replacements });
};

it('install the service, renew it and take it away, as far as there is no systemd', async () => {
  const root = ` --root ${folder}/root`;
  const shown = await run('Install', {
    // From npm or from the tarballs: scripts/release/server-package.test.ts.
    'sudo npm install': 'echo npm install',
    'npm run release': 'echo npm run release',
    'sudo artwork-registry-server install': `registry install${root}`,
    // Both need systemd: what they say without it, and without an installed service.
    'sudo artwork-registry-server upgrade': 'registry upgrade 2>&1 || true',
    'sudo artwork-registry-server uninstall': 'registry uninstall 2>&1 || true',
  });
  const unit = shown.find((text) => text.includes('ExecStart')) ?? '';
  expect(unit).toMatch(/^ExecStart=\S+ \S+main\.ts serve$/m);
  expect(unit).toContain(`Written: ${folder}/root/etc/systemd/system/artwork-registry-server.service`);
  expect(shown.slice(shown.indexOf(unit) + 1).join('')).toMatch(/"install" makes it.*"install" makes it/s);
});

it('start, make the first gallery, and tell galleries of a sync service', async () => {
  const started = await run('Start', { 'npm run registry --': 'registry' });
  expect(started).toEqual(['']);
  const [made = ''] = await run('Your first gallery', {});
  expect(made).toMatch(/areg_\w{38}/);
  expect(made).toMatch(/whsec_/);
  const [settings = ''] = commandsBelow(PAGE, 'A sync service for your galleries');
  writeFileSync(join(folder, 'registry.env'), settings);
  const serve =
    'export REGISTRY_CONFIG=registry.env\nregistry serve\nurl=$(grep -oh "http://[0-9.:]*" "$(ls -t "$FOLDER"/serve.* | head -n 1)")\ncurl -s $url';
  const [, introduced = ''] = await run('A sync service for your galleries', {
    'curl -s https://registry.example': serve,
  });
  expect(JSON.parse(introduced)).toMatchObject({
    operator: 'Art Foundation',
    sync_service: 'https://sync.example',
    terms_url: 'https://registry.example/terms',
  });
});

it('check a refused signature, and be told of what is wrong', async () => {
  const body = '{"id":"e1"}';
  const at = Date.parse('2026-11-21T18:00:00Z') / 1000;
  writeFileSync(join(folder, 'secret.txt'), 'whsec_dGVzdA==\n');
  writeFileSync(join(folder, 'body.json'), body);
  const signature = signWebhook('whsec_dGVzdA==', at, body);
  writeFileSync(
    join(folder, 'headers.txt'),
    `x-registry-timestamp: ${at}\nx-registry-signature: ${signature}\n`,
  );
  const [verified = ''] = await run('Transfers, artists, deliveries', {});
  expect(verified).toContain('the signature is right');
  await openTestStorage(folder, systemClock).close();
  const [checked = ''] = await run('Health check', { 'mail -s': 'echo mailed' });
  expect(checked).toContain('ok   database');
});

it('back up, and rehearse a restore', async () => {
  await openTestStorage(folder, systemClock).close();
  const backups = join(folder, 'kept');
  mkdirSync(backups);
  writeFileSync(join(folder, 'secret.key'), 'ab'.repeat(32));
  const shown = await run('Backup and restore', {
    '/backup/registry-2026-11-20.db': `"$(ls -d ${backups}/*.db | head -n 1)"`,
    '/backup': backups,
    '/tmp/drill': join(folder, 'drill'),
    '/safe/secret.key': join(folder, 'secret.key'),
    // The machine of a test has neither sudo nor the user of the server.
    'sudo install -o artwork-registry-server': 'install',
    'sudo rm': 'stop; rm',
  });
  expect(shown).toHaveLength(3);
  expect(shown[2]).toContain('ok   database');
  expect(shown[2]).toContain(`${folder}/drill`);
  expect(existsSync(join(folder, 'drill'))).toBe(false);
});

it('make a settings file and check it', async () => {
  const [shown = ''] = await run('Settings', {});
  expect(shown).toContain(`Settings file: ${folder}/registry.env`);
  expect(shown).toMatch(/REGISTRY_DATA_DIR +\S+ +environment/);
  expect(shown).toContain('All settings are valid.');
});

it('add operators, and see what they did', async () => {
  writeFileSync(join(folder, 'password-file'), 'a long enough password');
  await openTestStorage(folder, systemClock).close();
  const [shown = ''] = await run('Operators and what they did', {});
  expect(shown).toContain('anna may operate at /operator');
  expect(shown).toMatch(/anna +administer/);
  expect(shown).toContain('anna is removed');
});

it('give out and erase what is held of a person and of an organisation', async () => {
  const storage = openTestStorage(folder, systemClock);
  await addAccessRequest(storage, { email: 'Ana@gallery.example', name: 'Ana Marked' });
  await addOrganization(storage, 'demo', { name: 'Marked Gallery' });
  await storage.close();
  const [shown = ''] = await run('Personal data', {});
  expect(shown).toContain('"name":"Ana Marked"');
  expect(shown).toContain('1 requests and 0 keys are erased');
  expect(shown).toContain('demo.ndjson: 1 organization, 1 profile');
  expect(shown).toMatch(/demo is erased: 0 works; it is called erased-\w{8} now/);
  expect(readFileSync(join(folder, 'demo.ndjson'), 'utf8')).toContain('"name":"Marked Gallery"');
  const actions = await storageActions();
  expect(actions.map(({ action }) => action)).toEqual([
    'org erase',
    'org export',
    'person erase',
    'person export',
  ]);
  expect(JSON.stringify(actions)).not.toMatch(/marked|gallery\.example|"demo"/i);
});

async function storageActions() {
  const storage = openTestStorage(folder, systemClock);
  const actions = await storage.listActions({ limit: 10 });
  await storage.close();
  return actions;
}

it('approve a gallery: organisation, profile and key, of which nothing is shown', async () => {
  const storage = openTestStorage(folder, systemClock);
  const id = await addAccessRequest(storage, { organization: 'Galerie am See' });
  await storage.claimAccess(id);
  await storage.close();
  const [shown = ''] = await run('Approve a gallery', { REQUEST: id });
  expect(shown).toContain('Galerie am See');
  expect(shown).toMatch(/approved for galerie-am-see: the program that asked fetches the key/);
  expect(shown).not.toMatch(/areg_\w{38}/);
});

it('encrypt everything again after a rotation, and name what no key opens', async () => {
  const storage = openTestStorage(folder, systemClock);
  await addAccessRequest(storage, { organization: 'Rialto' });
  await storage.close();
  const id = `$(registry access-request list --json | grep -o '"id":"[^"]*"' | cut -d'"' -f4)`;
  const [first, second] = ['aa'.repeat(32), 'bb'.repeat(32)];
  const script = [
    `export REGISTRY_SECRET_KEY=${first}`,
    `registry access-request approve --id ${id} --new-org >"$FOLDER/key"`,
    'registry webhook create --org rialto --url https://shop.example/hook --events all',
    `export REGISTRY_SECRET_KEY=${second},${first}`,
    'registry reseal',
    `export REGISTRY_SECRET_KEY=${second}`,
    'registry reseal',
    `export REGISTRY_SECRET_KEY=${first}`,
    'registry reseal || echo "it failed"',
  ].join('\n');
  const env = bareEnv({ REGISTRY_DATA_DIR: folder });
  const [shown = ''] = await runDocumented([script], { folder, instances: 1, env, replacements: {} });
  expect(shown).toContain('2 encrypted again, 0 had the newest key already; older keys are not needed');
  expect(shown).toContain('0 encrypted again, 2 had the newest key already; older keys are not needed');
  expect(shown).toMatch(/webhook \S+: no key opens its signing secret/);
  expect(shown).toMatch(/access request \S+: no key opens its key/);
  expect(shown).toContain('it failed');
});
