import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '#kit/config-error';
import { publicUrlOf, readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

describe('the configuration', () => {
  it('has the documented defaults', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      dataDir: '.data/registry',
      idPrefix: undefined,
      metrics: undefined,
      rateLimit: 120,
      webhookBackoffSeconds: [5, 300, 1800, 7200, 18_000],
    });
    expect(publicUrlOf(config)).toBe('http://127.0.0.1:8787');
    expect(publicUrlOf(readConfig({ REGISTRY_PUBLIC_URL: 'https://r.example/' }))).toBe('https://r.example');
    expect(publicUrlOf(readConfig({ REGISTRY_HOST: '::1' }), 5)).toBe('http://[::1]:5');
  });
  it('takes proxies by address, range and name', () => {
    const { trustProxy } = readConfig({ REGISTRY_TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' });
    expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1']);
  });
  it('introduces the registry as it is told, and as a real one unless it is told otherwise', () => {
    expect(readConfig({}).introduction).toEqual({ name: 'Artwork Registry', isTest: false });
    const told = readConfig({
      REGISTRY_NAME: ' Art Register ',
      REGISTRY_SYNC_SERVICE_URL: 'https://sync.example/',
      REGISTRY_TEST: 'true',
    });
    expect(told.introduction).toMatchObject({
      name: 'Art Register',
      syncServiceUrl: 'https://sync.example',
      isTest: true,
    });
  });
  it('is the table in docs/operator.md, name for name', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operator.md'), 'utf8');
    const [, section = ''] = page.split('\n## Settings\n');
    const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]+`) \|/gm);
    const inTable = [...rows].flatMap(([, cell = '']) => cell.match(/[A-Z][A-Z_]+/g) ?? []);
    expect(inTable.sort()).toEqual([...SETTINGS, 'REGISTRY_CONFIG'].sort());
    const onPage = page.match(/\b(?:(?:REGISTRY|DATABASE)_[A-Z_]+|(?:HTTPS|NO)_PROXY)\b/g) ?? [];
    expect(onPage.filter((name) => !inTable.includes(name))).toEqual([]);
  });
  it.each([
    ['REGISTRY_PORT', '70000'],
    ['REGISTRY_PORT', 'x'],
    ['REGISTRY_PUBLIC_URL', 'r.example'],
    ['REGISTRY_ID_PREFIX', 'a-b'],
    ['REGISTRY_WEBHOOK_BACKOFF_SECONDS', '5,soon'],
    ['REGISTRY_RATE_LIMIT', '0'],
    ['REGISTRY_SECRET_KEY', 'abc'],
    ['REGISTRY_TLS_CERT', 'a.pem'],
    ['DATABASE_URL', 'postgres://x'],
    ['REGISTRY_IDEMPOTENCY_HOURS', '1'],
    ['REGISTRY_TRUST_PROXY', 'everyone'],
    ['REGISTRY_TRUST_PROXY', '10.0.0.0/40'],
    ['REGISTRY_ACCESS_REQUESTS_PER_HOUR', '0'],
    ['REGISTRY_TEST', 'yes'],
    ['REGISTRY_SYNC_SERVICE_URL', 'sync.example'],
    ['REGISTRY_TERMS_URL', 'javascript:alert(1)'],
    ['REGISTRY_MAIL_URL', 'mail.example'],
    ['REGISTRY_MAIL_URL', 'smtp://mail.example'],
    ['REGISTRY_MAIL_TO', 'anna'],
    ['REGISTRY_BACKUP_KEEP', '0'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});

describe('an address that is written into works for good', () => {
  it.each([
    ['https://registry.example/api/v1', 'REGISTRY_PUBLIC_URL'],
    ['https://registry.example?utm=1', 'REGISTRY_PUBLIC_URL'],
    ['https://registry.example/#top', 'REGISTRY_PUBLIC_URL'],
    ['https://user:secret@registry.example', 'REGISTRY_PUBLIC_URL'],
    ['ftp://registry.example', 'REGISTRY_PUBLIC_URL'],
    ['https://user:secret@sync.example', 'REGISTRY_SYNC_SERVICE_URL'],
    ['https://sync.example/?a=b', 'REGISTRY_SYNC_SERVICE_URL'],
    ['https://user:secret@registry.example/terms', 'REGISTRY_TERMS_URL'],
  ])('%s is refused as %s', (address, name) => {
    expect(() => readConfig({ [name]: address })).toThrow(name);
  });

  it.each([
    ['https://Registry.Example/', 'https://registry.example'],
    ['https://registry.example:443', 'https://registry.example'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ])('%s is kept as %s', (address, kept) => {
    expect(readConfig({ REGISTRY_PUBLIC_URL: address }).publicUrl).toBe(kept);
  });
});
