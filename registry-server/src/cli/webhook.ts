// webhook: receivers of signed events and the history of what was sent to them.
import type { Command } from 'commander';
import { CliError } from '#kit/cli-error';
import { table } from '#kit/table';
import { getOrganization } from '../operator/actions/organization.ts';
import {
  CHOOSABLE_EVENTS,
  createWebhook,
  getWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
  updateWebhook,
} from '../operator/actions/webhook.ts';
import type { WebhookEndpoint } from '../storage/records.ts';
import { addDeliveryCommands } from './delivery.ts';
import { operatorAction } from './operator-action.ts';
import { action, recordedAction } from './run.ts';
import { addVerifyCommand } from './verify.ts';

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

  operatorAction(
    webhook
      .command('create')
      .description('add a receiver; the signing secret is shown this once')
      .requiredOption('--org <slug>', 'the organisation whose events are sent')
      .requiredOption('--url <url>', 'https address of the receiver')
      .requiredOption('--events <list>', `all, or comma-separated: ${CHOOSABLE_EVENTS.join(', ')}`),
    createWebhook,
    secretOutput,
  );
  operatorAction(
    withId('update', 'change the address or the events of a receiver; its secret and what waits stay')
      .option('--url <url>', 'https address of the receiver')
      .option('--events <list>', `all, or comma-separated: ${CHOOSABLE_EVENTS.join(', ')}`),
    updateWebhook,
    (row) => ({ json: { webhook: webhookObject(row) }, text: `webhook ${row.id} is changed` }),
  );
  recordedAction<{ id: string; yes?: boolean }>(
    withId('delete', 'remove a receiver with everything that waits for it and its history').option(
      '--yes',
      'do it; it cannot be undone',
    ),
    async ({ storage }, { id, yes: isConfirmed = false }) => {
      await getWebhook(storage, id);
      if (!isConfirmed)
        throw new CliError('not_confirmed', 'this cannot be undone: webhook pause keeps it; else add --yes');
      await storage.removeWebhook(id);
      return { json: { webhook_id: id, deleted: true }, text: `webhook ${id} is deleted` };
    },
  );
  operatorAction(
    withId('rotate', 'issue a new signing secret; the old one stops at once'),
    rotateWebhook,
    secretOutput,
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
  operatorAction(withId('pause', 'keep events, send none'), pauseWebhook, statusOutput);
  operatorAction(withId('resume', 'send again, oldest first'), resumeWebhook, statusOutput);
}

const statusOutput = (row: WebhookEndpoint) => ({
  json: { webhook: webhookObject(row) },
  text: `webhook ${row.id} is ${row.status}`,
});

function secretOutput({ id, secret }: { id: string; secret: string }) {
  return {
    json: { webhook_id: id, signing_secret: secret },
    text: `webhook ${id}\n${secret}\nKeep the secret now: it is not shown again.`,
  };
}

function webhookObject(row: WebhookEndpoint) {
  return {
    webhook_id: row.id,
    url: row.url,
    events: row.events.includes('*') ? [...CHOOSABLE_EVENTS] : row.events,
    status: row.status,
    consecutive_failures: row.consecutiveFailures,
  };
}
