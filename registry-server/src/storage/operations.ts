// What runs inside an engine, by name, and where it runs. This is the one list of the names: a caller asks for `publish`
// (`write.publish(input)` in shared/store-methods.ts, or a method of storage.ts that has the name itself), the name crosses to
// the engine as a job, and the engine's operations.ts says what it runs: a statement of tables/, one of its own, or the rule of
// domain/rules.ts with this name.

/**
 * issue  a write that gives out an updated_at, a step of the feed or an Art ID. On PostgreSQL in groups that lock what was given out
 * write  every other write. On PostgreSQL in groups of its own, so that deliveries, sweeps and notes never wait for works; those of
 *        two instances run at the same time, so each is one statement, or locks what it decides by (other-writes.test.ts)
 * read   a list, a search, a count: whatever may take long. In a snapshot, beside others
 * point  answered at once, where it is called. On PostgreSQL all share one connection, so each is one statement
 *
 * SQLite has one writer, so issue and write are the same there.
 */
export type Kind = 'issue' | 'write' | 'read' | 'point';

export const OPERATIONS = {
  // The rules of domain/, under their own names.
  publish: 'issue',
  updateArtwork: 'issue',
  patchSource: 'issue',
  withdrawArtwork: 'issue',
  restoreArtwork: 'issue',
  transferArtwork: 'issue',
  eraseArtwork: 'issue',
  updateProvenance: 'issue',
  issueCertificate: 'issue',
  withdrawCertificate: 'issue',
  renameArtist: 'issue',
  beginArtistMerge: 'issue',
  moveArtworks: 'issue',
  endArtistMerge: 'issue',
  updateProfile: 'issue',
  connectInstallation: 'issue',
  moveInstallation: 'issue',
  insertAccessRequest: 'issue',
  approveAccessRequest: 'issue',
  rejectAccessRequest: 'issue',
  insertTestDelivery: 'issue',
  republishArtworks: 'issue',
  republishProfile: 'issue',
  republishInstallation: 'issue',
  // Record how attempts ended, and that a key was asked for; they give out nothing.
  finishDeliveries: 'write',
  claimAccess: 'write',
  matchArtwork: 'read',
  listPublicSources: 'point',

  // Organisations, keys and sites.
  insertOrganization: 'issue',
  updateOrganizationStatus: 'issue',
  updateOrganizationName: 'issue',
  insertProfile: 'issue',
  insertApiKey: 'issue',
  revokeApiKey: 'issue',
  updateApiKey: 'write',
  recordKeyUse: 'write',
  findUsableKey: 'point',
  findOrganization: 'point',
  findProfile: 'point',
  findProfileById: 'point',
  listProfiles: 'point',
  findInstallation: 'point',
  listOrganizations: 'read',
  listApiKeys: 'read',
  listExpiredKeys: 'read',
  listInstallations: 'read',

  // Works as the public sees them, and the feed.
  readListVersion: 'point',
  findPublicForm: 'point',
  findPublicJson: 'point',
  findArtworkState: 'point',
  listPublicParts: 'read',
  listPublicRange: 'read',
  listChanges: 'read',
  findFeedEnd: 'read',
  listFeedRange: 'read',
  listFeedWorks: 'read',
  findLastStepBefore: 'read',
  findFeedWork: 'read',
  listPublicBatch: 'read',
  listInDumps: 'read',
  listHoldersInDumps: 'read',
  findDumpDepartures: 'read',
  listProfilesOutsideDumps: 'read',
  areDumpsOnHold: 'read',
  updateDumpHold: 'write',

  // Artists, institutions and certificates.
  findArtist: 'point',
  findArtistRecord: 'point',
  findInstitution: 'point',
  updateArtistFacts: 'issue',
  searchArtists: 'read',
  listOutdatedArtworks: 'read',
  listArtworkNumbers: 'read',
  findCertificate: 'point',
  listCertificates: 'point',
  listSigningKeys: 'point',
  insertSigningKey: 'issue',
  revokeSigningKey: 'issue',

  // Requests for access.
  findAccessRequest: 'point',
  findClaimToken: 'point',
  listAccessRequests: 'read',

  // Webhooks and their deliveries.
  insertWebhook: 'issue',
  updateWebhook: 'write',
  updateWebhookSecret: 'write',
  updateWebhookStatus: 'write',
  removeDeliveriesOf: 'write',
  // After the events that are being written for it.
  removeEndpoint: 'issue',
  findWebhook: 'point',
  listWebhooks: 'read',
  listDeliveries: 'read',
  replayDelivery: 'write',
  replayDeliveries: 'write',
  claimDeliveries: 'write',
  hasDueDeliveries: 'read',
  countDeliveries: 'read',
  listEndpointHealth: 'read',
  countDeliveryHours: 'read',
  searchDeliveries: 'read',
  findBacklog: 'read',
  listReplayable: 'read',

  // The operator.
  insertOperatorLink: 'write',
  takeOperatorLink: 'write',
  hasOperatorLink: 'point',
  insertOperator: 'write',
  updateOperator: 'write',
  removeOperator: 'write',
  findOperator: 'point',
  listOperators: 'read',
  beginAction: 'write',
  endAction: 'write',
  findActionSubject: 'read',
  listActions: 'read',
  listOrganizationSummaries: 'read',
  listSealedSecrets: 'read',
  replaceSealedSecret: 'write',
  inspect: 'read',
  readEngine: 'read',
  addDailyCounts: 'write',
  listDailyCounts: 'read',
  recordSentMail: 'write',
  forgetSentMail: 'write',
  hasSentMail: 'read',
  listSentMails: 'read',
  readData: 'read',
  readDataPage: 'read',
  // What a publish, an approval or a certificate has read of them is not written back behind them.
  erasePerson: 'issue',
  eraseOrganization: 'issue',
  eraseOutbox: 'write',
  reduceActions: 'write',

  // What the service does by itself.
  recordProbe: 'write',
  takeLease: 'write',
  endLease: 'write',
  sweepPiece: 'write',
  shortenWaits: 'write',
  listLongWaits: 'read',
} as const satisfies Record<string, Kind>;

/** What only one engine has, because the other does it elsewhere or has no need of it. */
export const SQLITE_OPERATIONS = {
  ...OPERATIONS,
  // PostgreSQL keeps prepared lists of each reader (postgres/open.ts).
  listPublicArtworks: 'read',
  // PostgreSQL counts requests in the database, for all instances.
  saveRateWindows: 'write',
} as const satisfies Record<string, Kind>;

export const POSTGRES_OPERATIONS = {
  ...OPERATIONS,
  // Lists short enough for the connection of point reads.
  listShort: 'point',
  // After a restore of PostgreSQL a program publishes every work to the feed again, through the storage (after-restore.ts).
  listPublicNumbers: 'read',
  compareTimeline: 'issue',
  recordInstance: 'write',
  removeInstance: 'write',
  giveBackAllLanes: 'write',
} as const satisfies Record<string, Kind>;

type Kinds = Record<string, Kind>;

/** What an engine runs for each name. */
export type Statements<Context, Named extends Kinds> = Record<
  keyof Named,
  (context: Context, ...args: never[]) => unknown
>;

export type NameOf<Named extends Kinds, Wanted extends Kind> = {
  [Name in keyof Named]: Named[Name] extends Wanted ? Name : never;
}[keyof Named];

/** Those of the table that are of these kinds; it may hold other functions as well. */
export function ofKind<Named extends Kinds, Table extends Statements<never, Named>, Wanted extends Kind>(
  names: Named,
  table: Table,
  ...wanted: Wanted[]
): Pick<Table, NameOf<Named, Wanted>> {
  const found = Object.entries(names).filter(([, kind]) => (wanted as Kind[]).includes(kind));
  return Object.fromEntries(found.map(([name]) => [name, table[name as keyof Named]])) as Pick<
    Table,
    NameOf<Named, Wanted>
  >;
}
