// webhook: receivers of signed events and the history of what was sent to them.
import type { Command } from 'commander';
import { EVENT_KINDS } from '@artwork-registry/contract';
import { CliError, UsageError } from '#kit/cli-error';
import { table } from '#kit/table';
import type { Config } from '../config.ts';
import { refusalOf } from '../delivery/address-guard.ts';
import { makeSigningSecret, sealSecret } from '../domain/signing-secret.ts';
import { loadSecretKeys } from '../secret-key.ts';
import type { WebhookEndpoint } from '../storage/records.ts';
import { addDeliveryCommands, missingWebhook } from './delivery.ts';
import { action, recordedAction, getOrganization } from './run.ts';
import { addVerifyCommand } from './verify.ts';

const CHOOSABLE: readonly string[] = EVENT_KINDS.filter((kind) => kind !== 'webhook.test');

export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('receivers of signed events');
  addEndpointCommands(webhook);
  addDeliveryCommands(webhook);
  addVerifyCommand(webhook);
}

function addEndpointCommands(webhook: Command): void {
  const withId = (name: string, description: string) =>
    webhook
      .command(name)
      .description(description)
      .requiredOption('--id <id>', 'the webhook, as webhook list shows it');

  recordedAction<{ org: string; url: string; events: string }>(
    webhook
      .command('create')
      .description('add a receiver; the signing secret is shown this once')
      .requiredOption('--org <slug>', 'the organisation whose events are sent')
      .requiredOption('--url <url>', 'https address of the receiver')
      .requiredOption('--events <list>', `all, or comma-separated: ${CHOOSABLE.join(', ')}`),
    async ({ storage, config }, { org, url, events }) => {
      checkAddress(url, config);
      const chosen = readEvents(events);
      const organization = await getOrganization(storage, org);
      const secret = makeSigningSecret();
      const sealed = sealSecret(secret, loadSecretKeys(config)[0]);
      const row = await storage.insertWebhook({
        organizationId: organization.id,
        url,
        events: chosen,
        secret: sealed,
      });
      return secretOutput(row.id, secret);
    },
  );
  recordedAction<{ id: string; url?: string; events?: string }>(
    withId('update', 'change the address or the events of a receiver; its secret and what waits stay')
      .option('--url <url>', 'https address of the receiver')
      .option('--events <list>', `all, or comma-separated: ${CHOOSABLE.join(', ')}`),
    async ({ storage, config }, { id, url, events }) => {
      if (url === undefined && events === undefined)
        throw new UsageError('there is nothing to change: give --url or --events');
      if (url !== undefined) checkAddress(url, config);
      const chosen = events === undefined ? undefined : readEvents(events);
      const row = await storage.updateWebhook(id, { url, events: chosen });
      if (row === undefined) throw missingWebhook(id);
      return { json: { webhook: webhookObject(row) }, text: `webhook ${id} is changed` };
    },
  );
  recordedAction<{ id: string; yes?: boolean }>(
    withId('delete', 'remove a receiver with everything that waits for it and its history').option(
      '--yes',
      'do it; it cannot be undone',
    ),
    async ({ storage }, { id, yes: isConfirmed = false }) => {
      if ((await storage.findWebhook(id)) === undefined) throw missingWebhook(id);
      if (!isConfirmed)
        throw new CliError('not_confirmed', 'this cannot be undone: webhook pause keeps it; else add --yes');
      await storage.removeWebhook(id);
      return { json: { webhook_id: id, deleted: true }, text: `webhook ${id} is deleted` };
    },
  );
  recordedAction<{ id: string }>(
    withId('rotate', 'issue a new signing secret; the old one stops at once'),
    async ({ storage, config }, { id }) => {
      const secret = makeSigningSecret();
      if (!(await storage.updateWebhookSecret(id, sealSecret(secret, loadSecretKeys(config)[0]))))
        throw missingWebhook(id);
      return secretOutput(id, secret);
    },
  );
  action<{ org: string }>(
    webhook
      .command('list')
      .description('list the receivers of an organisation')
      .requiredOption('--org <slug>', 'the organisation'),
    async ({ storage }, { org }) => {
      const organization = await getOrganization(storage, org);
      const webhooks = (await storage.listWebhooks(organization.id)).map(webhookObject);
      const rows = webhooks.map((row) => [
        row.webhook_id,
        row.status,
        row.consecutive_failures,
        row.url,
        row.events.join(','),
      ]);
      return { json: { webhooks }, text: table(rows, 'no webhooks yet') };
    },
  );
  for (const [name, status] of [
    ['pause', 'paused'],
    ['resume', 'active'],
  ] as const) {
    recordedAction<{ id: string }>(
      withId(name, name === 'pause' ? 'keep events, send none' : 'send again, oldest first'),
      async ({ storage }, { id }) => {
        const row = await storage.updateWebhookStatus(id, status);
        if (row === undefined) throw missingWebhook(id);
        return { json: { webhook: webhookObject(row) }, text: `webhook ${id} is ${row.status}` };
      },
    );
  }
}

function checkAddress(url: string, { webhookAllowHosts }: Config): void {
  const refusal = refusalOf(url, webhookAllowHosts);
  if (refusal === undefined) return;
  throw new CliError('url_refused', `the address ${refusal}; REGISTRY_WEBHOOK_ALLOW_HOSTS opens local ones`);
}

function readEvents(list: string): string[] {
  if (list.trim() === 'all') return ['*'];
  const events = [...new Set(list.split(',').map((kind) => kind.trim()))];
  const unknown = events.find((kind) => !CHOOSABLE.includes(kind));
  if (unknown !== undefined)
    throw new UsageError(`unknown event "${unknown}"; use all or ${CHOOSABLE.join(', ')}`);
  return events;
}

function secretOutput(id: string, secret: string) {
  return {
    json: { webhook_id: id, signing_secret: secret },
    text: `webhook ${id}\n${secret}\nKeep the secret now: it is not shown again.`,
  };
}

function webhookObject(row: WebhookEndpoint) {
  return {
    webhook_id: row.id,
    url: row.url,
    events: row.events.includes('*') ? [...CHOOSABLE] : row.events,
    status: row.status,
    consecutive_failures: row.consecutiveFailures,
  };
}
