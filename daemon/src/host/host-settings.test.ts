// The host of deploy/: its container gets settings that it takes, and is asked for its health where it answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { complaintsOfLines } from '#kit/settings-lines';
import { readHostConfig } from './host-settings.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const text = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');

type Service = {
  command: string[];
  env_file: string[];
  environment: { [name: string]: string };
  ports: string[];
  volumes: string[];
};

test('the host of deploy/ takes its example, keeps its sealing key apart, and shows metrics to this machine only', () => {
  const { services } = parse(text('compose.host.yaml')) as { services: { host: Service } };
  const { host } = services;
  expect(host.command).toEqual(['host', 'run']);
  expect(host.env_file).toEqual(['host.env']);
  const example = text('env/host.env.example');
  expect(complaintsOfLines(example)).toEqual([]);
  const ofImage = { DAEMON_DATA_DIR: '/data', DAEMON_HOST: '0.0.0.0' };
  const { config, settings } = readHostConfig({ ...ofImage, ...parseEnv(example), ...host.environment });
  expect(settings.registries).toEqual(['https://registry.example/api/v1']);
  expect(settings.registryKeys.size).toBe(1);
  expect(config.metrics).toEqual({ host: '0.0.0.0', port: 8789 });
  expect(host.ports).toEqual(['127.0.0.1:8788:8788', '127.0.0.1:8789:8789']);
  const folders = host.volumes.map((volume) => volume.split(':')[1]);
  expect(folders).toEqual([config.dataDir, '/keys']);
  expect(settings.sealingKeyFile).toBe('/keys/sealing-key');
  // The image's are for a service of one gallery.
  expect(host.environment['NODE_OPTIONS']).toBe('');
});

const ONE = 'https://one.example/api/v1';
const TWO = 'https://two.example/api/v1';
test.each([
  [
    'areg_1,areg_2',
    [
      [ONE, 'areg_1'],
      [TWO, 'areg_2'],
    ],
  ],
  [',areg_2', [[TWO, 'areg_2']]],
  [' , areg_2 ', [[TWO, 'areg_2']]],
  ['areg_1', [[ONE, 'areg_1']]],
  ['areg_1,', [[ONE, 'areg_1']]],
  ['', []],
])('keys "%s" are for the registries at their places', (keys, expected) => {
  const env = { DAEMON_REGISTRIES: 'https://one.example, https://two.example', DAEMON_REGISTRY_KEYS: keys };
  expect([...readHostConfig(env).settings.registryKeys]).toEqual(expected);
});

test.each(['areg_1,areg_2,areg_3', ',,areg_3'])(
  'a key without a registry, as in "%s", is refused',
  (keys) => {
    const env = { DAEMON_REGISTRIES: 'https://one.example,https://two.example', DAEMON_REGISTRY_KEYS: keys };
    expect(() => readHostConfig(env)).toThrow('DAEMON_REGISTRY_KEYS has a key where');
  },
);
