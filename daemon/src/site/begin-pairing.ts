// Sets the journal up for a pairing that was made. The pairing is stored first, with its secret, which the site gives once: after a kill or
// a power cut in between, the process that serves the site next does the rest.
import { requestAuditOfAll } from '../journal/audit-request.ts';
import type { Journal } from '../journal/journal.ts';
import { AJAX_PATH } from './direct-carrier.ts';
import type { Site, TenantSites } from './sites-file.ts';

type Pairings = Pick<TenantSites, 'pairingOf' | 'formerOf' | 'recordBegun'>;

/** Returns the site as it is stored from then on. */
export function beginPairing(journal: Journal, sites: Pairings, site: Site): Site {
  const { siteId } = site;
  const pairing = sites.pairingOf(siteId);
  if (pairing === 'begun') return site;
  const formerId = sites.formerOf(siteId);
  journal.transaction(() => {
    // Its works belong to the new pairing now.
    if (formerId !== null && formerId !== siteId) journal.moveSite(formerId, siteId);
    // Sites are paired again after a restore, and a new pairing has no `identity` that would show one (site-identity.ts).
    if (formerId !== null || pairing === 'continued') requestAuditOfAll(journal, siteId);
    // A journal without this mark was lost after the pairing, and is rebuilt.
    if (pairing === 'new') journal.meta.save(siteId, 'paired', true);
    // The next answer of the site says which site it is: a new pairing settles that.
    for (const name of ['identity', 'carrier', 'purge', AJAX_PATH]) journal.meta.remove(siteId, name);
    const ajaxPath = site.begins?.ajaxPath ?? null;
    if (ajaxPath !== null) journal.meta.save(siteId, AJAX_PATH, ajaxPath);
  });
  // That it has begun is kept in another file, which may outlast a power cut by itself.
  journal.flushNow();
  sites.recordBegun(siteId);
  const { begins: _, ...begun } = site;
  return begun;
}
