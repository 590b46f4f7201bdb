// key: API keys. The key itself is shown once, when it is created.
import type { Command } from 'commander';
import { SCOPES } from '@artwork-registry/contract';
import { systemClock } from '#kit/clock';
import { table } from '#kit/table';
import { createKey, revokeKey, updateKey } from '../operator/actions/key.ts';
import { getOrganization } from '../operator/actions/organization.ts';
import type { ApiKeyRecord } from '../storage/records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { operatorAction } from './operator-action.ts';
import { action, readTime } from './run.ts';

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  operatorAction(
    key
      .command('create')
      .description('make a key; it is shown this once')
      .requiredOption('--org <slug>', 'the organisation')
      .requiredOption('--scopes <list>', `comma-separated: ${SCOPES.join(', ')}`)
      .option('--name <name>', 'what the key is for')
      .option('--rate-limit <number>', 'requests per minute; default REGISTRY_RATE_LIMIT')
      .option('--expires <date-time>', 'ISO 8601 with offset; default never'),
    createKey,
    ({ apiKey, prefix, scopes, expiresAt }) => ({
      json: {
        api_key: apiKey,
        prefix,
        scopes,
        expires_at: expiresAt === null ? null : isoOfMicros(expiresAt),
      },
      text: `${apiKey}\nKeep it now: it is not shown again.`,
    }),
    ({ scopes, ...options }: Terms & { scopes: string }) => ({
      ...readTerms(options),
      scopes: [...new Set(scopes.split(',').map((scope) => scope.trim()))],
    }),
  );
  action<{ org: string }>(
    key
      .command('list')
      .description('list the keys of an organisation')
      .requiredOption('--org <slug>', 'the organisation'),
    async ({ storage }, { org }) => {
      const organization = await getOrganization(storage, org);
      const keys = (await storage.listApiKeys(organization.id)).map(keyObject);
      const rows = keys.map((row) => [
        row.prefix,
        row.revoked ? 'revoked' : isPast(row.expires_at) ? 'expired' : 'valid',
        row.scopes.join(','),
        row.last_used_at === null ? 'never used' : `used ${row.last_used_at.slice(0, 10)}`,
        row.name,
      ]);
      return { json: { keys }, text: table(rows, 'no keys yet') };
    },
  );
  operatorAction(
    key
      .command('update')
      .description('change the name, the limit or the end of a key, within two seconds')
      .requiredOption('--prefix <prefix>', 'as key list shows it')
      .option('--name <name>', 'what the key is for; empty: none')
      .option('--rate-limit <number>', 'requests per minute; "default": REGISTRY_RATE_LIMIT')
      .option('--expires <date-time>', 'ISO 8601 with offset, or "never"'),
    updateKey,
    (row) => ({ json: { key: keyObject(row) }, text: `key ${row.prefix} is changed` }),
    readTerms,
  );
  operatorAction(
    key
      .command('revoke')
      .description('stop a key within two seconds')
      .requiredOption('--prefix <prefix>', 'as key list shows it'),
    revokeKey,
    (_result, { prefix }: { prefix: string }) => ({
      json: { prefix, revoked: true },
      text: `key ${prefix} is revoked`,
    }),
  );
}

type Terms = { name?: string; rateLimit?: string; expires?: string };

const readTerms = (options: Terms) => ({
  ...options,
  ...(options.name === '' && { name: null }),
  ...(options.rateLimit === 'default' && { rateLimit: null }),
  ...(options.expires !== undefined && {
    expires: options.expires === 'never' ? null : readTime('--expires', options.expires),
  }),
});

function keyObject(row: ApiKeyRecord) {
  return {
    prefix: row.prefix,
    name: row.name,
    scopes: row.scopes,
    rate_limit: row.rateLimit,
    created_at: isoOfMicros(row.createdAt),
    expires_at: row.expiresAt === null ? null : isoOfMicros(row.expiresAt),
    last_used_at: row.lastUsedAt === null ? null : isoOfMicros(row.lastUsedAt),
    revoked: row.revokedAt !== null,
  };
}

function isPast(time: string | null): boolean {
  return time !== null && Date.parse(time) <= systemClock.now();
}
