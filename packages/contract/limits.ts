// Every number the API promises, named with its unit. Server and daemon read the same ones.

export const LIMITS = {
  /** Items in one sync or batch update call. */
  batch: 50,
  /** Seconds of one rate-limit window. */
  window: 60,
  /** Requests per window and key unless the key says otherwise. */
  rateLimit: 120,
  pageDefault: 25,
  pageMax: 100,
  offsetMax: 100_000,
  /** Of a single work. The longest legal one, every character written as an escape, has 90 KB. */
  bodyBytes: 128 * 1024,
  batchBodyBytes: 4 * 1024 * 1024,
  /** Values in one body, as its brackets and commas count them. A full batch whose items have every field has 1,400. */
  bodyValues: 10_000,
  /** Names in one object of a body. A work has 14. */
  objectFields: 100,
  /** Of an access request, the one call that anybody may send. */
  accessBodyBytes: 16 * 1024,
  /** Issues and protected names that an error lists; a last issue counts the others. */
  issues: 50,
  /** Characters of a field's name in an error. */
  issuePath: 200,
  idempotencyKey: 200,
  title: 500,
  artistName: 200,
  yearCreated: 50,
  medium: 500,
  url: 2000,
  externalId: 200,
  inventoryRef: 200,
  installationIdMin: 3,
  installationIdMax: 120,
  platform: 80,
  siteName: 200,
  clientVersion: 80,
  accessNameMin: 2,
  accessNameMax: 150,
  email: 200,
  website: 300,
  intendedUseMin: 20,
  intendedUseMax: 3000,
  requestId: 100,
  claimToken: 200,
  /** Organisation and expected volume of an access request. */
  accessText: 200,
  dimensionCmMax: 100_000,
  priceAmountMax: 1e12,
  webhookAttempts: 6,
  webhookPauseAfter: 10,
  webhookBodyBytes: 64 * 1024,
  /** Seconds a signed timestamp may differ from the receiver's clock. */
  signatureTolerance: 300,
} as const;
