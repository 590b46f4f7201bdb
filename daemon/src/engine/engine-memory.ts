// What an engine leaves behind when it is put away, so that the next one of its site begins where it ended. All else that must be kept
// is in the journal already: works, steps, tokens, identity, status.
import type { AccountMemory } from '../registry/account.ts';
import type { ClaimsMemory } from '../sealed/claim-access.ts';
import type { CarriersMemory } from '../site/carriers.ts';
import type { PollWatchMemory } from '../site/poll-watch.ts';
import type { SignerMemory } from '../site/signed-call.ts';
import { DAEMON_VERSION } from '../net/version.ts';
import type { AuditMemory } from '../sync/audit.ts';
import type { LoopMemory } from './loop-status.ts';
import type { ReachMemory } from '../sync/registry-reach.ts';
import type { ReaderMemory } from '../sync/shop-reader.ts';
import type { SafeMode } from '../sync/status.ts';

export type EngineMemory = {
  quietRounds: number;
  /** Which of the ways in worked. */
  wayIn: number;
  loop: LoopMemory;
  account: AccountMemory;
  safeMode: SafeMode | null;
  /** Until then no handshake with the registry is needed, in ms since the epoch; null: it is. */
  freshUntil: number | null;
  /** What means something to the same process only: its times count from its start, and its polls are its own. */
  ofProcess?: {
    signer: SignerMemory;
    carriers: CarriersMemory;
    watch: PollWatchMemory;
    audit: AuditMemory;
    reach: ReachMemory;
    claims: ClaimsMemory;
    reader: ReaderMemory;
  };
};

type Stored = { version: string; process: string; registryUrl: string; memory: EngineMemory };

export const toStore = (memory: EngineMemory, process: string, registryUrl: string): Stored => ({
  version: DAEMON_VERSION,
  process,
  registryUrl,
  memory,
});

/** Null where there is none, another version wrote it, or the site had another registry then. */
export function fromStore(stored: unknown, process: string, registryUrl: string): EngineMemory | null {
  const { version, process: writer, memory, ...of } = (stored ?? {}) as Partial<Stored>;
  if (version !== DAEMON_VERSION || memory === undefined || of.registryUrl !== registryUrl) return null;
  if (writer === process) return memory;
  const { ofProcess: _ofProcess, account, ...lasting } = memory;
  // The clock may have been put right meanwhile: the next answer of the registry says how far it is ahead.
  return { ...lasting, account: { ...account, clockAheadMs: 0, nextProbeAtMs: 0 } };
}
