// key: API keys. The key itself is shown once, when it is created.
import type { Command } from 'commander';
import { SCOPES } from '@artwork-registry/contract';
import { CliError, UsageError } from '#kit/cli-error';
import { systemClock } from '#kit/clock';
import { table } from '#kit/table';
import { makeApiKey } from '../domain/api-key.ts';
import type { ApiKeyRecord, KeyChanges } from '../storage/records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { action, recordedAction, getOrganization, readTime, readWhole } from './run.ts';

type CreateOptions = { org: string; scopes: string; name?: string; rateLimit?: string; expires?: string };

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  recordedAction<CreateOptions>(
    key
      .command('create')
      .description('make a key; it is shown this once')
      .requiredOption('--org <slug>', 'the organisation')
      .requiredOption('--scopes <list>', `comma-separated: ${SCOPES.join(', ')}`)
      .option('--name <name>', 'what the key is for')
      .option('--rate-limit <number>', 'requests per minute; default REGISTRY_RATE_LIMIT')
      .option('--expires <date-time>', 'ISO 8601 with offset; default never'),
    async ({ storage }, options) => {
      const scopes = readScopes(options.scopes);
      const { rateLimit = null, expiresAt = null } = readTerms(options);
      const organization = await getOrganization(storage, options.org);
      const made = makeApiKey();
      await storage.insertApiKey({
        organizationId: organization.id,
        hash: made.hash,
        prefix: made.prefix,
        name: options.name ?? null,
        scopes,
        rateLimit,
        expiresAt,
      });
      const expires_at = expiresAt === null ? null : isoOfMicros(expiresAt);
      return {
        json: { api_key: made.apiKey, prefix: made.prefix, scopes, expires_at },
        text: `${made.apiKey}\nKeep it now: it is not shown again.`,
      };
    },
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
  recordedAction<{ prefix: string; name?: string; rateLimit?: string; expires?: string }>(
    key
      .command('update')
      .description('change the name, the limit or the end of a key, within two seconds')
      .requiredOption('--prefix <prefix>', 'as key list shows it')
      .option('--name <name>', 'what the key is for; empty: none')
      .option('--rate-limit <number>', 'requests per minute; "default": REGISTRY_RATE_LIMIT')
      .option('--expires <date-time>', 'ISO 8601 with offset, or "never"'),
    async ({ storage }, { prefix, name, ...options }) => {
      const terms = readTerms(options);
      if (name === undefined && Object.keys(terms).length === 0)
        throw new UsageError('there is nothing to change: give --name, --rate-limit or --expires');
      const row = await storage.updateApiKey(prefix, {
        ...terms,
        ...(name !== undefined && { name: name || null }),
      });
      if (row === undefined) throw notFound(prefix);
      return { json: { key: keyObject(row) }, text: `key ${prefix} is changed` };
    },
  );
  recordedAction<{ prefix: string }>(
    key
      .command('revoke')
      .description('stop a key within two seconds')
      .requiredOption('--prefix <prefix>', 'as key list shows it'),
    async ({ storage }, { prefix }) => {
      if (!(await storage.revokeApiKey(prefix))) throw notFound(prefix);
      return { json: { prefix, revoked: true }, text: `key ${prefix} is revoked` };
    },
  );
}

const notFound = (prefix: string) =>
  new CliError('key_not_found', `no valid key begins with "${prefix}"; key list shows them`);

/** What is not given is not there. */
function readTerms({ rateLimit, expires }: { rateLimit?: string; expires?: string }): KeyChanges {
  return {
    ...(rateLimit !== undefined && {
      rateLimit: rateLimit === 'default' ? null : readWhole('--rate-limit', rateLimit, 1, 999_999),
    }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : readTime('--expires', expires) }),
  };
}

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

function readScopes(list: string): string[] {
  const scopes = [...new Set(list.split(',').map((scope) => scope.trim()))];
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new UsageError(`unknown scope "${unknown[0]}"; use ${SCOPES.join(', ')}`);
  return scopes;
}

function isPast(time: string | null): boolean {
  return time !== null && Date.parse(time) <= systemClock.now();
}
