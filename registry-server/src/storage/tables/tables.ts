// All statements that are written once for both engines.
import * as accessClaims from './access-claims.ts';
import * as accessRequests from './access-requests.ts';
import * as artistCorrections from './artist-corrections.ts';
import * as certificates from './certificates.ts';
import * as changes from './changes.ts';
import * as dailyCounts from './daily-counts.ts';
import * as dumps from './dumps.ts';
import * as installations from './installations.ts';
import * as institutions from './institutions.ts';
import * as keys from './keys.ts';
import * as leases from './leases.ts';
import * as operatorLinks from './operator-links.ts';
import * as operatorReads from './operator-reads.ts';
import * as operators from './operators.ts';
import * as organizations from './organizations.ts';
import * as personalData from './personal-data.ts';
import * as probe from './probe.ts';
import * as publicRange from './public-range.ts';
import * as sentMails from './sent-mails.ts';
import * as webhooks from './webhooks.ts';
import type { Portable } from './portable.ts';

/** By name; storage/operations.ts and storage/tx.ts say which of them may be asked for. Texts are in texts/. */
export const TABLES = {
  ...accessClaims,
  ...accessRequests,
  ...artistCorrections,
  ...certificates,
  ...changes,
  ...dailyCounts,
  ...dumps,
  ...installations,
  ...institutions,
  ...keys,
  ...leases,
  ...operatorLinks,
  ...operatorReads,
  ...operators,
  ...organizations,
  ...personalData,
  ...probe,
  ...publicRange,
  ...sentMails,
  ...webhooks,
} satisfies Record<string, (context: Portable, ...args: never[]) => unknown>;
