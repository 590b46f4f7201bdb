// The part of the storage interface that only the operator uses: corrections, certificates, and a view of everything.
import type {
  ActionFilter,
  ActionReferences,
  ActionSubject,
  ArtistCorrection,
  ArtistFacts,
  Backlog,
  DailyCount,
  DeliveryFilter,
  DeliveryHour,
  EndedAction,
  EngineStatus,
  EndpointHealth,
  FoundArtist,
  FoundDelivery,
  Inspection,
  NewAction,
  Operator,
  OperatorChanges,
  OrganizationSummary,
  RecordedAction,
  ReplayFilter,
  SealedSecret,
} from './operator-records.ts';
import type { ActionsOf, DataRow, PagedKind, WholeKind } from './shared/personal-data.ts';
import type { Artist } from '@artwork-registry/contract';
import type { ApiKeyRecord, ArtworkState } from './records.ts';

export interface OperatorStore {
  /**
   * By slug or uuid. Works that show the artist change with it (artwork.updated). Runs in batches; if interrupted, call it
   * again to finish. The old name still leads to this artist. The slug stays.
   */
  renameArtist(artist: string, name: string): Promise<ArtistCorrection>;
  /** By slug or uuid; undefined for an unknown artist. */
  updateArtistFacts(artist: string, facts: ArtistFacts): Promise<Artist | undefined>;
  /** The summary that everybody sees, or null. A public work changes with it (artwork.updated). */
  updateProvenance(registryId: string, summary: string | null): Promise<ArtworkState | undefined>;
  /** By slug or uuid, whether or not a public work names the artist. */
  findArtistRecord(id: string): Promise<Artist | undefined>;
  /** Whose name, or a former one, has `nameKey` in it (normaliseName). Names that begin with it first, then by number of works. */
  searchArtists(nameKey: string, limit: number): Promise<FoundArtist[]>;
  /** Gives all works and all names of one artist to another and removes the first; in batches, as above. */
  mergeArtists(from: string, into: string): Promise<ArtistCorrection>;
  listOrganizationSummaries(): Promise<OrganizationSummary[]>;
  listEndpointHealth(): Promise<EndpointHealth[]>;
  /** Deliveries that ended since then (microseconds). */
  countDeliveryHours(since: number): Promise<DeliveryHour[]>;
  /** Newest first. */
  searchDeliveries(filter: DeliveryFilter): Promise<FoundDelivery[]>;
  findBacklog(): Promise<Backlog>;
  /** In pieces; answers how many will be sent again. */
  replayDeliveriesSince(filter: ReplayFilter): Promise<number>;
  /** Ended by themselves, not revoked; keys that end when they are not used are left out. */
  listExpiredKeys(): Promise<ApiKeyRecord[]>;
  /** Everything that is encrypted with a key outside the database. */
  listSealedSecrets(): Promise<SealedSecret[]>;
  /** Puts `text` in its place if it still is what was read; false if not. */
  replaceSealedSecret(sealed: SealedSecret, text: string): Promise<boolean>;
  inspect(): Promise<Inspection>;
  readEngine(): Promise<EngineStatus>;
  /** `hash` is the SHA-256 of the link's token; `expiresAt` in microseconds. */
  insertOperatorLink(link: { hash: string; expiresAt: number }): Promise<void>;
  hasOperatorLink(hash: string): Promise<boolean>;
  /** False if the name is taken. */
  insertOperator(operator: Omit<Operator, 'createdAt'>): Promise<boolean>;
  /** Undefined stays as it is; false for an unknown name. */
  updateOperator(name: string, changes: OperatorChanges): Promise<boolean>;
  removeOperator(name: string): Promise<boolean>;
  findOperator(name: string): Promise<Operator | undefined>;
  /** By name. */
  listOperators(): Promise<Operator[]>;
  /** Before the action begins; answers its number for `endAction`. */
  beginAction(action: NewAction): Promise<number>;
  endAction(seq: number, end: EndedAction): Promise<void>;
  findActionSubject(named: ActionReferences): Promise<ActionSubject>;
  /** Newest first. */
  listActions(filter: ActionFilter): Promise<RecordedAction[]>;
  /** By what it tells. */
  hasSentMail(key: string): Promise<boolean>;
  recordSentMail(key: string): Promise<void>;
  /** Keys that begin with this. */
  listSentMails(beginning: string): Promise<string[]>;
  /** What it tells may be told again. */
  forgetSentMail(key: string): Promise<void>;
  /** Adds to what is there. */
  addDailyCounts(counts: DailyCount[]): Promise<void>;
  /** What is held of an organisation (by id) or of a person (by e-mail address), all at once. */
  readData(kind: WholeKind, of: string): Promise<DataRow[]>;
  /** The same in pieces: rows with a `place` greater than `after`, at most `limit`. */
  readDataPage(kind: PagedKind, organizationId: string, after: number, limit: number): Promise<DataRow[]>;
  /** Their requests for access; read keys end, and keys of organisations continue without a name. */
  erasePerson(email: string, readersId: string): Promise<void>;
  /** The work is withdrawn, and what it said goes; its Art ID stays. Only while it is that organisation's. */
  eraseArtwork(registryId: string, organizationId: string): Promise<void>;
  /** Its webhooks, events and kept answers. */
  eraseOutbox(organizationId: string): Promise<void>;
  /** The rest; it gets another name, and its keys end. Its works, profiles and sites are done before. */
  eraseOrganization(organizationId: string, now: { slug: string; name: string }): Promise<void>;
  /** Of what the actions that concern it were told, ids and names of fields stay. */
  reduceActions(of: ActionsOf, id: string): Promise<void>;
  /** From that day (2026-11-23) on. */
  listDailyCounts(since: string): Promise<DailyCount[]>;
  /** True for the first use only. */
  takeOperatorLink(hash: string): Promise<boolean>;
}
