// How an engine talks with the registry of its site: the installation there, the full check, and what keeps both reachable.
import { createConnection } from '../registry/connection.ts';
import { createAudit } from '../sync/audit.ts';
import type { Bookkeeping } from '../sync/bookkeeping/bookkeeping.ts';
import { createRegistryReach } from '../sync/registry-reach.ts';
import { lifeOf } from '../types/life.ts';
import type { EngineScope } from './engine-types.ts';

/** The handshake tells the names of the profiles, which change now and then. */
const HANDSHAKE_EVERY_MS = 24 * 3600_000;

export function createRegistrySide(scope: EngineScope, bookkeeping: Bookkeeping) {
  const { deps, siteId, log, stopping, wake } = scope;
  const { account, journal, clock, memory, installation: record } = deps;
  const freshForMs = (memory?.freshUntil ?? 0) - clock.now();
  const isFresh = freshForMs > 0 && freshForMs <= HANDSHAKE_EVERY_MS;
  const freshUntil = isFresh ? (memory?.freshUntil ?? null) : clock.now() + HANDSHAKE_EVERY_MS;
  const connection = createConnection({ journal, siteId, account, record, isFresh });
  const audit = createAudit({
    siteId,
    account,
    connection,
    journal,
    bookkeeping,
    clock,
    log,
    memory: memory?.ofProcess?.audit,
  });
  const reach = createRegistryReach({
    account,
    connection,
    audit,
    clock,
    log,
    stopping,
    wake,
    memory: memory?.ofProcess?.reach,
  });
  const lifeOfHandshake = lifeOf({ memory: () => (connection.isFresh() ? freshUntil : null) });
  return { connection, audit, reach, lifeOfHandshake };
}
