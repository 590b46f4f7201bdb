// Each action that changes data has one name, in the console as on the command line. The two lists are the table of all commands.
import type { Command } from 'commander';
import fastify from 'fastify';
import type { RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { NAMED } from '../domain/access/operator-actions.ts';
import { addOperatorConsole } from '../operator/console/console.ts';
import { SECRET_KEYS, startTestRegistry } from '../../tests/support/test-registry.ts';
import { buildProgram } from './program.ts';

const CHANGING = [
  ...['org create', 'org update', 'org activate', 'org deactivate', 'org export', 'org erase'],
  ...['person export', 'person erase', 'profile create', 'profile update'],
  ...['key create', 'key update', 'key revoke'],
  ...['webhook create', 'webhook update', 'webhook delete', 'webhook rotate', 'webhook pause'],
  ...['webhook resume', 'webhook test', 'webhook replay'],
  ...['access-request approve', 'access-request reject'],
  ...['artwork withdraw', 'artwork restore', 'artwork transfer', 'artwork provenance'],
  ...['artist rename', 'artist update', 'artist merge'],
  ...['certificate issue', 'certificate withdraw', 'certificate rotate-key', 'certificate revoke-key'],
  ...['operator open', 'operator add', 'operator update', 'operator remove'],
  ...['import', 'dump write', 'dump resume', 'reseal', 'migrate', 'move', 'restore', 'after-restore'],
];
/** They change nothing in the registry and are not in the list of actions. */
const LOOKING = [
  ...['access-request list', 'access-request show', 'artwork show', 'audit', 'certificate show'],
  ...['certificate verify', 'dump list', 'installation list', 'key list', 'operator list', 'org list'],
  ...['webhook deliveries', 'webhook list', 'webhook verify', 'operator password', 'status', 'doctor'],
  ...['backup', 'config check', 'config example', 'install', 'serve', 'uninstall', 'upgrade'],
];

function commandsOf(command: Command, path: string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((child) => commandsOf(child, [...path, child.name()]));
}

it('every command is in one of the two lists, once', () => {
  expect([...CHANGING, ...LOOKING].sort()).toEqual(commandsOf(buildProgram()).sort());
});

it('every form of the console does what a command does, under the name of the command', async () => {
  const registry = await startTestRegistry();
  const app = fastify();
  const forms: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void (route.method === 'POST' && forms.push(route)));
  addOperatorConsole(app, {
    storage: registry.storage,
    clock: registry.clock,
    config: { operatorPasswordHash: undefined },
    publicUrl: () => 'https://registry.example',
    webhookRefusal: () => undefined,
    isTest: false,
    secretKeys: SECRET_KEYS,
  });
  await app.ready();
  const unnamed = forms.filter(({ config }) => !CHANGING.includes(config?.action ?? ''));
  expect(unnamed.map(({ url }) => url)).toEqual(['/operator/login', '/operator/logout']);
  expect(forms.length).toBeGreaterThan(20);
  await app.close();
  await registry.close();
});

it('what an action names is looked up by the first word of its name', () => {
  const firstWords = new Set(CHANGING.map((name) => name.split(' ')[0]));
  expect(Object.keys(NAMED).filter((word) => !firstWords.has(word))).toEqual([]);
});
