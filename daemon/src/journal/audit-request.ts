// What asks for an audit (sync/audit.ts). It is kept over restarts, and may be written in the transaction of what made it necessary.
import type { Journal } from './journal.ts';

/** The number of the latest request that no audit has answered; null: there is none. */
export const auditRequest = (journal: Journal, siteId: string): number | null =>
  journal.meta.find<number>(siteId, 'audit_request') ?? null;

/** The owner, or the command line, wants one now; it also asks the shop for everything. */
export const requestAudit = (journal: Journal, siteId: string): void =>
  journal.meta.save(siteId, 'audit_request', (auditRequest(journal, siteId) ?? 0) + 1);

/** The same for a site that may have lost works, being restored or paired again: those that it does not mention are asked for as well. */
export function requestAuditOfAll(journal: Journal, siteId: string): void {
  requestAudit(journal, siteId);
  journal.meta.save(siteId, 'mark_unheard', '');
}
