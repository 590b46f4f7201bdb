// What the engine of a site works with: the site, its account, the journal and the ways out, as engine-deps.ts wires them.
import type { Logger } from 'pino';
import type { Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';
import type { Account } from '../registry/account.ts';
import type { AccessClaims, ClaimsMemory } from '../sealed/claim-access.ts';
import type { Posting, SealedOutcome } from '../sealed/open-sealed.ts';
import type { SendInTurn, WayIn } from '../site/direct-carrier.ts';
import type { CallSigner } from '../site/signed-call.ts';
import type { Site } from '../site/sites-file.ts';
import type { WorkLimits } from '../sync/bookkeeping/work-limits.ts';
import type { FaultPoint } from '../sync/sender.ts';
import type { InstallationRecord } from '../types/site-installation.ts';
import type { WakeReason } from '../types/wake-reason.ts';
import type { EngineMemory } from './engine-memory.ts';

export type EngineDeps = {
  site: Site;
  account: Account;
  /** The direct ways to the site; `probe` is the less patient one. Calls end when the signal aborts. */
  direct: (
    signer: CallSigner,
    stopping: AbortSignal,
    wayIn: WayIn,
  ) => { send: SendInTurn; probe: SendInTurn };
  /** Who this service is, as every poll says. */
  service: ServiceFacts;
  /** The site answered directly. */
  onReached: () => void;
  installation: InstallationRecord;
  journal: Journal;
  clock: Clock;
  log: Logger;
  pollActiveMs: number;
  pollIdleMs: number;
  /** The longest pause of a site in which nothing happens. */
  pollLongestMs: number;
  /** Where WordPress reaches us; null: nowhere. */
  wakeUrl: () => string | null;
  /** WordPress took the report of an artwork's state. */
  onReported: (state: string) => void;
  onFault: (point: FaultPoint) => void;
  /** Ends with the engine that worked for this site before: what it is sending must not be sent a second time. */
  predecessor: Promise<void> | null;
  /** Public key that wp-admin seals to. */
  sealKey: string;
  /** Claims the key of a request for access until it is settled. */
  claims: (one: {
    stopping: AbortSignal;
    log: Logger;
    isWatched: () => boolean;
    memory: ClaimsMemory | undefined;
  }) => AccessClaims;
  /** Opens what wp-admin handed over in a box, and carries it out. */
  openSealed: (site: Site, box: string, posting: Posting) => Promise<SealedOutcome>;
  /** What the works of the site may take up. */
  workLimits: () => WorkLimits;
  /** What the engine before left behind when it was put away; null: nothing. */
  memory: EngineMemory | null;
  /** Rounds in a row before this engine in which nothing was to do. */
  quietRounds: number;
  /** With as long a pause before it the engine asks to be put away. */
  restFromMs: number;
  /** Puts the engine away, to be made again after so long; false where it must stay. */
  rest: (dueInMs: number, memory: EngineMemory) => boolean;
};

/** `instance`: differs between two services. */
export type ServiceFacts = { name: string; instance: string; hosted: boolean };

/** What all parts of one engine share. */
export type EngineScope = {
  deps: EngineDeps;
  siteId: string;
  log: Logger;
  stopping: AbortSignal;
  wake: (reason: WakeReason) => void;
  /** True while the engine before this one has not ended. */
  isPreceded: () => boolean;
};
