// The doctor's checks of the database: its health, pending and failed deliveries, and keys and receivers that stopped.
import { systemClock } from '#kit/clock';
import { longestRetryMs } from '../delivery/retry-schedule.ts';
import { openSecret } from '../domain/delivery/signing-secret.ts';
import { findSecretKeys } from '../secret-key.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import type { Check } from '../host-checks.ts';
import type { CliDeps } from './run.ts';

// A smaller step back does no harm: updated_at always rises.
const MAX_CLOCK_BACK_MS = 5000;
// The worker polls ten times a second; a delivery due for longer than this has no worker.
const MAX_DUE_MS = 60_000;
const MAX_KEYS_NAMED = 5;
// What one more instance takes.
const MIN_FREE_CONNECTIONS = 8;
const MAX_TRANSACTION_SECONDS = 300;

export async function checkData(deps: CliDeps): Promise<Check[]> {
  return [
    ...(await checkDatabase(deps)),
    ...(await checkServer(deps)),
    await checkSecrets(deps),
    await checkBacklog(deps),
    await checkWaits(deps),
    await checkKeys(deps),
    await checkRequests(deps),
    ...(await checkDumps(deps)),
    ...(await checkWebhooks(deps)),
  ];
}

async function checkDatabase({ storage }: CliDeps): Promise<Check[]> {
  const { schemaVersion, isSchemaAsShipped, damage, clock } = await storage.inspect();
  const refusal = await storage.findWriteRefusal();
  const aheadMs = clock / 1000 - storage.clock.now();
  const isClockRight = aheadMs <= MAX_CLOCK_BACK_MS;
  return [
    {
      name: 'database',
      ok: damage.length === 0,
      detail:
        damage.length === 0
          ? storage.place
          : `damaged: ${damage.join('; ')}; stop the server and restore a backup`,
    },
    ...(refusal === null ? [] : [{ name: 'writes', ok: false, detail: refusal }]),
    {
      name: 'schema',
      ok: isSchemaAsShipped,
      detail: isSchemaAsShipped
        ? `version ${schemaVersion}`
        : `version ${schemaVersion}, but its tables were changed by hand; compare with those of a new database`,
    },
    {
      name: 'clock',
      ok: isClockRight,
      detail: isClockRight
        ? new Date(storage.clock.now()).toISOString()
        : `the last write was at ${isoOfMicros(clock)}, which has not come yet; writes continue, but set the clock of the machine with the database`,
    },
  ];
}

/** A PostgreSQL server: connections, standbys, clocks, and what keeps it from cleaning up. */
async function checkServer({ storage }: CliDeps): Promise<Check[]> {
  const { connections, oldestTransaction, standbys, isSynchronous, hints } = await storage.readEngine();
  if (connections === null) return [];
  const free = connections.allowed - connections.used;
  const heldSeconds = Math.round(oldestTransaction?.seconds ?? 0);
  const apartMs = Math.abs(storage.clock.now() - systemClock.now());
  const following = standbys.filter(({ state }) => state === 'streaming').length;
  return [
    {
      name: 'connections',
      ok: free >= MIN_FREE_CONNECTIONS,
      detail: `${connections.used} of ${connections.allowed} used${free >= MIN_FREE_CONNECTIONS ? '' : '; raise max_connections before the next instance is started'}`,
    },
    {
      name: 'standby',
      ok: hints.length > 0 || (isSynchronous && following > 0),
      detail:
        hints[0] ??
        (following === 0
          ? 'none is following: the registry does not survive this machine'
          : `${following} following${isSynchronous ? ', commits wait for it' : '; commits do not wait for it, so the last writes may be lost with this machine'}`),
    },
    {
      name: 'clean-up',
      ok: heldSeconds <= MAX_TRANSACTION_SECONDS,
      detail:
        heldSeconds <= MAX_TRANSACTION_SECONDS
          ? 'nothing holds it back'
          : `a transaction of ${oldestTransaction?.application ?? ''} is open for ${heldSeconds} s and keeps old rows from being removed; end it`,
    },
    {
      name: 'clocks',
      ok: apartMs <= MAX_CLOCK_BACK_MS,
      detail:
        apartMs <= MAX_CLOCK_BACK_MS
          ? 'this machine and the database agree'
          : `this machine and the database are ${Math.round(apartMs / 1000)} s apart; the registry goes by the database`,
    },
  ];
}

/** After a restore on another machine the secret key may not match the database. */
async function checkSecrets({ config, storage }: CliDeps): Promise<Check> {
  const sealed = await storage.listSealedSecrets();
  const keys = findSecretKeys(config) ?? [];
  const closed = sealed.filter(({ secret }) => {
    try {
      openSecret(secret, keys);
      return false;
    } catch {
      return true;
    }
  });
  return {
    name: 'encrypted secrets',
    ok: closed.length === 0,
    detail:
      closed.length === 0
        ? `${sealed.length} can be opened`
        : `${closed.length} of ${sealed.length} were encrypted with another key: put the old key back and run reseal, or webhook rotate each`,
  };
}

async function checkBacklog({ storage }: CliDeps): Promise<Check> {
  const { waiting, failed, oldestDueAtMs } = await storage.findBacklog();
  const lateMs = oldestDueAtMs === null ? 0 : storage.clock.now() - oldestDueAtMs;
  const parts = [`${waiting} waiting, ${failed} failed`];
  if (failed > 0)
    parts.push('webhook deliveries --status failed shows them, webhook replay sends them again');
  if (lateMs > MAX_DUE_MS) {
    parts.push(`the oldest is due for ${Math.round(lateMs / 1000)} s: is the server running?`);
  }
  return {
    name: 'webhook deliveries',
    ok: failed === 0 && lateMs <= MAX_DUE_MS,
    detail: parts.join('; '),
  };
}

async function checkWaits({ config, storage }: CliDeps): Promise<Check> {
  const long = await storage.listLongWaits(longestRetryMs(config.webhookBackoffSeconds));
  const named = long.map(({ place, rows }) => `${rows} of ${place}`).join(', ');
  return {
    name: 'waiting times',
    ok: long.length === 0,
    detail:
      long.length === 0
        ? 'none is longer than its schedule allows'
        : `${named} lie further ahead than their schedule allows: the clock was ahead when they were written; start the server again, which shortens them`,
  };
}

async function checkKeys({ storage }: CliDeps): Promise<Check> {
  const expired = await storage.listExpiredKeys();
  const named = expired
    .slice(0, MAX_KEYS_NAMED)
    .map((key) => `${key.prefix} of ${key.organization.slug}`)
    .join(', ');
  return {
    name: 'expired keys',
    ok: expired.length === 0,
    detail:
      expired.length === 0
        ? 'none'
        : `${expired.length}: ${named}${expired.length > MAX_KEYS_NAMED ? ', …' : ''}; make new ones, and key revoke the old`,
  };
}

async function checkRequests({ storage }: CliDeps): Promise<Check> {
  const waiting = (await storage.listAccessRequests('queued')).length;
  return {
    name: 'access requests',
    ok: true,
    detail: `${waiting} waiting${waiting > 0 ? '; access-request list shows them' : ''}`,
  };
}

async function checkDumps({ storage }: CliDeps): Promise<Check[]> {
  if (!(await storage.areDumpsOnHold())) return [];
  const detail =
    'on hold since the restore: profile update --no-dumps for each that asked to be left out, then dump resume';
  return [{ name: 'dumps', ok: false, detail }];
}

async function checkWebhooks({ storage }: CliDeps): Promise<Check[]> {
  const paused = (await storage.listEndpointHealth()).filter((endpoint) => endpoint.status === 'paused');
  return paused.map((endpoint) => ({
    name: `webhook of ${endpoint.organizationSlug}`,
    ok: false,
    detail: `${endpoint.url} is paused, ${endpoint.waiting} wait; webhook resume --id ${endpoint.id}`,
  }));
}
