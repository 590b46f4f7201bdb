// webhook test, deliveries and replay: what was sent to receivers, how often, and what they answered.
import type { Command } from 'commander';
import { EVENT_KINDS, workIdOf } from '@artwork-registry/contract';
import { table } from '#kit/table';
import { FINISHED, getWebhook, replayDeliveries, testWebhook } from '../operator/actions/webhook.ts';
import type { FoundDelivery } from '../storage/operator-records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { operatorAction } from './operator-action.ts';
import { action, readOneOf, readTime, readWhole } from './run.ts';

const STATUSES = ['pending', 'delivered', 'failed', 'expired'] as const;
const DEFAULT_ROWS = 100;
const MAX_ROWS = 1000;

type ListOptions = { id: string; status?: string; event?: string; artwork?: string; limit?: string };
type ReplayOptions = { delivery?: string; id?: string; since?: string; status?: string };

export function addDeliveryCommands(webhook: Command): void {
  operatorAction(
    webhook
      .command('test')
      .description('send a webhook.test event to one receiver')
      .requiredOption('--id <id>', 'the webhook, as webhook list shows it'),
    testWebhook,
    ({ endpoint: { id, status }, deliveryId }) => {
      const note = status === 'paused' ? '; the webhook is paused, so it waits for webhook resume' : '';
      return {
        json: { webhook_id: id, delivery_id: deliveryId, status: 'pending', webhook_status: status },
        text: `test queued as delivery ${deliveryId}${note}`,
      };
    },
  );
  action<ListOptions>(
    webhook
      .command('deliveries')
      .description('show the latest deliveries, newest first, with every attempt')
      .requiredOption('--id <id>', 'the webhook, as webhook list shows it')
      .option('--status <status>', STATUSES.join(', '))
      .option('--event <kind>', 'one kind of event')
      .option('--artwork <registry_id>', 'only what tells about this work', workIdOf)
      .option('--limit <number>', `how many; default ${DEFAULT_ROWS}`),
    async ({ storage }, { id, status, event, artwork, limit }) => {
      await getWebhook(storage, id);
      const found = await storage.searchDeliveries({
        endpointId: id,
        status: status === undefined ? undefined : readOneOf('--status', status, STATUSES),
        event: event === undefined ? undefined : readOneOf('--event', event, EVENT_KINDS),
        registryId: artwork,
        limit: limit === undefined ? DEFAULT_ROWS : readWhole('--limit', limit, 1, MAX_ROWS),
      });
      const deliveries = found.map(deliveryObject);
      return { json: { deliveries }, text: deliveriesText(deliveries) };
    },
  );
  operatorAction(
    webhook
      .command('replay')
      .description('send finished deliveries again: one, or all of a receiver since a time')
      .option('--delivery <id>', 'the delivery, as webhook deliveries shows it')
      .option('--id <id>', 'the webhook, together with --since')
      .option('--since <date-time>', 'ISO 8601 with offset: events written since then')
      .option('--status <list>', `with --since: comma-separated, ${FINISHED.join(', ')}; default all`),
    replayDeliveries,
    (replayed, { delivery, id }: ReplayOptions) =>
      delivery === undefined
        ? { json: { webhook_id: id, replayed }, text: `${replayed} deliveries are queued again` }
        : {
            json: { delivery_id: delivery, status: 'pending' },
            text: `delivery ${delivery} is queued again`,
          },
    ({ since, status, ...options }) => ({
      ...options,
      since: since === undefined ? undefined : readTime('--since', since),
      status: status?.split(',').map((part) => part.trim()),
    }),
  );
}

function deliveryObject(row: FoundDelivery) {
  return {
    delivery_id: row.id,
    event: row.event,
    registry_id: row.resource.registryId,
    status: row.status,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    created_at: isoOfMicros(row.createdAt),
    next_attempt_at: row.nextAttemptAtMs === null ? null : new Date(row.nextAttemptAtMs).toISOString(),
    finished_at: row.finishedAt === null ? null : isoOfMicros(row.finishedAt),
    attempt_log: row.log.map(({ at_ms, ...entry }) => ({ at: new Date(at_ms).toISOString(), ...entry })),
  };
}

function deliveriesText(deliveries: ReturnType<typeof deliveryObject>[]): string {
  const heads = table(
    deliveries.map((row) => [
      row.delivery_id,
      row.created_at.slice(0, 19),
      row.event,
      row.registry_id,
      row.status,
      `${row.attempts}x`,
    ]),
    'no deliveries yet',
  ).split('\n');
  return heads
    .flatMap((head, index) => [
      head,
      ...(deliveries[index]?.attempt_log ?? []).map(
        (entry) =>
          `    ${entry.at}  ${entry.status ?? '-'}  ${entry.duration_ms} ms  ${printable(entry.error, entry.answer)}`,
      ),
    ])
    .map((line) => line.trimEnd())
    .join('\n');
}

/** On one line and without control characters: a receiver's answer must not control the operator's terminal. */
function printable(error: string | null, answer: string | null): string {
  const said = answer === null || answer === '' ? '' : `: ${answer}`;
  return `${error ?? 'delivered'}${said}`.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, 200);
}
