// Receives deliveries as docs/api.md tells to: verifies the signature over the raw bytes, counts an event once by the id in its body, and watches
// the order of the events of one work.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { at, jsonOf, stringAt, textOf } from '../answers.ts';
import type { Delivered, Time } from '../observation.ts';

const TOLERANCE_SECONDS = 300;
const EVENT_FIELDS = [
  'changed_fields',
  'created_at',
  'id',
  'object',
  'organization',
  'resource',
  'type',
].join();

export type ReceivedEvent = {
  id: string;
  type: string;
  createdAt: string;
  /** `artwork:6f1c…`, of which events come in order. */
  resource: string;
  registryId: string | null;
  changedFields: readonly string[];
  deliveryId: string;
  firstAt: Time;
  /** When it was first answered with 2xx. */
  acceptedAt: Time | null;
  firstFailureAt: Time | null;
  /** The highest number of an attempt. */
  attempts: number;
};

/** `ofResource`: the ids of its events, since each new event is compared with those of its own work only. */
export type WebhookReceiverState = {
  events: Record<string, ReceivedEvent>;
  ofResource: Record<string, string[]>;
};

/**
 * What the receiver may expect at the moment of a delivery: secrets that may sign, how far the sender's clock may be ahead, and since when
 * its times rise. `secrets` is null where one may sign that was told to no one. With a lost database goes the knowledge of a clock that was ahead.
 */
export type Expected = { secrets: readonly string[] | null; aheadMs: readonly number[]; risingSince: Time };

export class WebhookReceiver {
  state: WebhookReceiverState = { events: {}, ofResource: {} };

  /** Takes one delivery; returns what was wrong with it. */
  take(delivery: Delivered, expected: Expected): string[] {
    const faults = faultsOf(delivery, expected);
    const event = jsonOf(delivery.body);
    const id = stringAt(event, 'id');
    if (faults.length > 0 || id === null) return faults;
    const isAccepted = delivery.answered !== 'nothing' && delivery.answered >= 200 && delivery.answered < 300;
    const deliveryId = delivery.headers['x-registry-delivery'] ?? '';
    const known = this.state.events[id];
    const overtaken =
      known === undefined || known.acceptedAt === null ? this.overtakenBy(event, expected.risingSince) : [];
    const resource = resourceOf(event);
    if (known === undefined) (this.state.ofResource[resource] ??= []).push(id);
    this.state.events[id] = {
      id,
      type: stringAt(event, 'type') ?? '',
      createdAt: stringAt(event, 'created_at') ?? '',
      resource,
      registryId: stringAt(event, 'resource', 'registry_id'),
      changedFields: (at(event, 'changed_fields') as string[] | undefined) ?? [],
      deliveryId,
      firstAt: known?.firstAt ?? delivery.at,
      acceptedAt: known?.acceptedAt ?? (isAccepted ? delivery.at : null),
      attempts: Math.max(known?.attempts ?? 0, Number(delivery.headers['x-registry-attempt'])),
      firstFailureAt: known?.firstFailureAt ?? (isAccepted ? null : delivery.at),
    };
    if (known !== undefined && known.deliveryId !== deliveryId)
      return [`event ${id} came as delivery ${known.deliveryId} and again as delivery ${deliveryId}`];
    return overtaken;
  }

  /** A newer event of the same work that came before this one, although no attempt of this one had failed. */
  private overtakenBy(event: unknown, since: Time): string[] {
    const id = stringAt(event, 'id') ?? '';
    const createdAt = stringAt(event, 'created_at') ?? '';
    const resource = resourceOf(event);
    const failedAt = this.state.events[id]?.firstFailureAt ?? Infinity;
    const others = (this.state.ofResource[resource] ?? []).map((other) => this.state.events[other]!);
    const newer = others.find(
      (other) =>
        other.createdAt > createdAt &&
        other.acceptedAt !== null &&
        other.acceptedAt < failedAt &&
        other.acceptedAt > since,
    );
    if (newer === undefined) return [];
    return [
      `event ${id} (${String(at(event, 'type'))}, ${createdAt}) of ${resource} came after event ${newer.id} of ${newer.createdAt}, and no attempt of it had failed before`,
    ];
  }
}

function resourceOf(event: unknown): string {
  return `${String(at(event, 'resource', 'type'))}:${String(at(event, 'resource', 'id'))}`;
}

function faultsOf(delivery: Delivered, expected: Expected): string[] {
  const { headers, body } = delivery;
  const faults: string[] = [];
  const timestamp = headers['x-registry-timestamp'] ?? '';
  const text = textOf(body);
  const own = expected.secrets?.map(
    (secret) => `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`,
  );
  if (own?.some((wanted) => isEqual(wanted, headers['x-registry-signature'] ?? '')) === false)
    faults.push('its x-registry-signature does not verify with the secret of its endpoint');
  const id = headers['webhook-id'] ?? '';
  const standard = expected.secrets?.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  if (standard?.some((wanted) => isEqual(wanted, headers['webhook-signature'] ?? '')) === false)
    faults.push('its webhook-signature does not verify as Standard Webhooks says');
  const isInTime = expected.aheadMs.some(
    (ahead) => Math.abs((delivery.at + ahead) / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS,
  );
  if (!isInTime) faults.push(`its timestamp ${timestamp} is more than 300 s from the clock of the registry`);
  const event = jsonOf(text);
  if (stringAt(event, 'type') !== headers['x-registry-event'])
    faults.push('x-registry-event names another kind than its body');
  const attempt = Number(headers['x-registry-attempt']);
  if (!Number.isInteger(attempt) || attempt < 1 || attempt > 6)
    faults.push(`x-registry-attempt is ${String(headers['x-registry-attempt'])}, and 1 to 6 are possible`);
  const names = Object.keys((event as object | undefined) ?? {}).sort();
  if (names.join() !== EVENT_FIELDS) faults.push(`its body has the fields ${names.join(', ')}`);
  return faults;
}

function isEqual(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
