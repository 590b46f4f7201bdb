// What every promise is given: the history as a ledger, what the observers have read, and what the model remembers from earlier looks.
import type { Finding, PromiseName, RegistryFacts, Time, World } from './observation.ts';
import type { ActivityMirror } from './observers/activity-mirror.ts';
import type { AllWorks } from './observers/all-works.ts';
import type { CertificateHolder } from './observers/certificate-holder.ts';
import type { ChangesMirror } from './observers/changes-mirror.ts';
import type { DumpReader } from './observers/dump-reader.ts';
import type { OaiHarvester } from './observers/oai-harvester.ts';
import type { PageReader } from './observers/page-reader.ts';
import type { UpdatedSinceReader } from './observers/updated-since-reader.ts';
import type { WebhookReceiver } from './observers/webhook-receiver.ts';
import type { Ledger } from './works.ts';

/** The daily full check finds what an event did not tell. */
export const FULL_CHECK_MS = 26 * 3_600_000;

export type Observers = {
  changes: ChangesMirror;
  activity: ActivityMirror;
  oai: OaiHarvester;
  updatedSince: UpdatedSinceReader;
  pages: PageReader;
  dumps: DumpReader;
  certificates: CertificateHolder;
  /** By the id of the webhook. */
  receivers: Map<string, WebhookReceiver>;
};

/** What a shop said of a work that the registry showed as sold, at a rest. */
export type SeenSale = { artId: string; said: string; at: Time };

/** Plain data that one registry's promises keep between looks. */
export type Memory = {
  /** By Art ID: what may never change. */
  identities: Record<string, { uuid: string; createdAt: string }>;
  /** By shop and work: the Art ID that the shop showed last, and when. */
  artIds: Record<string, { artId: string; at: number }>;
  /** Art IDs that were public at some rest. */
  wasPublic: Record<string, true>;
  /** How many of the works that are not public were looked at, so that the next look continues behind them. */
  hiddenLooked: number;
  /** Up to where the answers of calls were judged at rest. */
  callsRead: number;
  keysRead: number;
  readsJudged: number;
  printsJudged: number;
  installationsRead: number;
  /** By installation: the organisation that connected it. */
  installations: Record<string, string>;
  /** How many works were searched for, so that the next look continues behind them. */
  searched: number;
  /** By Art ID: the newest `updated_at` that was seen. */
  updatedAt: Record<string, string>;
  /** By shop and work: a sale that the service knew of at the last rest. */
  sales: Record<string, SeenSale>;
  /** When the steps of sites were judged last. */
  sitesLooked: number;
};

export type Context = {
  world: World;
  /** The same with a history without calls, but for requests for access: most checks look at deeds only, and calls are many. */
  quiet: World;
  registry: RegistryFacts;
  ledger: Ledger;
  /** What the registry lists now. */
  truth: AllWorks;
  observers: Observers;
  memory: Memory;
};

export type Check = (context: Context) => Promise<Finding[]> | Finding[];

export function finding(promise: PromiseName, sentence: string, entries: readonly number[] = []): Finding {
  return { promise, sentence, entries };
}

export function newMemory(): Memory {
  return {
    identities: {},
    artIds: {},
    wasPublic: {},
    hiddenLooked: 0,
    callsRead: 0,
    keysRead: 0,
    readsJudged: 0,
    printsJudged: 0,
    installationsRead: 0,
    installations: {},
    searched: 0,
    updatedAt: {},
    sales: {},
    sitesLooked: 0,
  };
}
