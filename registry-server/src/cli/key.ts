// key: API keys. The key itself is shown once, when it is made.
import type { Command } from 'commander';
import { SCOPES } from '@artwork-registry/contract';
import { makeApiKey } from '../domain/api-key.ts';
import { isoOfMicros, microsOfIso } from '../storage/timestamp.ts';
import { action, CliError, getOrganization, table, UsageError } from './run.ts';

type CreateOptions = { org: string; scopes: string; name?: string; rateLimit?: string; expires?: string };

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  action<CreateOptions>(
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
      const rateLimit = readRateLimit(options.rateLimit);
      const expiresAt = readExpiry(options.expires);
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
      const keys = (await storage.listApiKeys(organization.id)).map((row) => ({
        prefix: row.prefix,
        name: row.name,
        scopes: row.scopes,
        created_at: isoOfMicros(row.createdAt),
        expires_at: row.expiresAt === null ? null : isoOfMicros(row.expiresAt),
        revoked: row.revokedAt !== null,
      }));
      const rows = keys.map((row) => [
        row.prefix,
        row.revoked ? 'revoked' : 'valid',
        row.scopes.join(','),
        row.name,
      ]);
      return { json: { keys }, text: table(rows, 'no keys yet') };
    },
  );
  action<{ prefix: string }>(
    key
      .command('revoke')
      .description('stop a key within two seconds')
      .requiredOption('--prefix <prefix>', 'as key list shows it'),
    async ({ storage }, { prefix }) => {
      if (!(await storage.revokeApiKey(prefix))) {
        throw new CliError('key_not_found', `no valid key begins with "${prefix}"; key list shows them`);
      }
      return { json: { prefix, revoked: true }, text: `key ${prefix} is revoked` };
    },
  );
}

function readScopes(list: string): string[] {
  const scopes = [...new Set(list.split(',').map((scope) => scope.trim()))];
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new UsageError(`unknown scope "${unknown[0]}"; use ${SCOPES.join(', ')}`);
  return scopes;
}

function readRateLimit(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError('--rate-limit must be a whole number from 1 to 999999');
  return Number(text);
}

function readExpiry(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new UsageError('--expires must be ISO 8601 with offset, such as 2027-01-31T00:00:00Z');
  }
  return microsOfIso(text);
}
