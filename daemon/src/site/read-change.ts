// Turns one change of the plugin into what the journal keeps: the state, and the content checked with the very schema
// that the registry uses. A work that fails the check needs attention; it never stops the others.
import { hash } from 'node:crypto';
import { ArtworkCreate, ERRORS, issuesOf, LIMITS } from '@artwork-registry/contract';
import type { Change, SiteKnows } from '../types/site.ts';
import type { ArtworkContent, SiteState, WorkError } from '../types/work.ts';

export type ReadChange = {
  externalId: string;
  revision: number;
  siteState: SiteState;
  leaveReason: string | null;
  title: string;
  /** Null where the work is not shared or could not be built. */
  content: ArtworkContent | null;
  /** Why the work cannot be sent as it is. */
  error: WorkError | null;
  recheckAt: string | null;
};

/** A change as it was pulled. It is read only where it differs from what the site sent last. */
export type PulledChange = {
  externalId: string;
  revision: number;
  siteHash: string | null;
  /** The last report that the site has of this work; null: none. */
  siteKnows: SiteKnows | null;
  read: () => ReadChange;
};

export function pulledChange(change: Change): PulledChange {
  const { external_id: externalId, revision, state, title, artwork, recheck_at, said } = change;
  // Written in the site's own order of fields: another order is merely read once more.
  const text = state === 'shared' ? JSON.stringify([title, recheck_at, artwork]) : null;
  const siteHash = text === null ? null : hash('sha1', text);
  return { externalId, revision, siteHash, siteKnows: said, read: () => readChange(change) };
}

export function readChange(change: Change): ReadChange {
  const read: ReadChange = {
    externalId: change.external_id,
    revision: change.revision,
    siteState: change.state,
    leaveReason: change.reason,
    title: change.title ?? String(change.artwork?.['title'] ?? change.external_id),
    content: null,
    error: null,
    recheckAt: change.recheck_at,
  };
  if (change.state === 'broken') return { ...read, error: brokenError(change) };
  if (change.state !== 'shared') return read;
  if (change.artwork === null) {
    const message = 'The site shares this work but sent no details of it.';
    return {
      ...read,
      siteState: 'broken',
      error: { code: 'build_failed', message, issues: [], hint: null },
    };
  }

  const body = { ...change.artwork, external_id: change.external_id };
  const checked = ArtworkCreate.safeParse(body);
  if (checked.success) return { ...read, content: withDefaults(checked.data as ArtworkContent) };
  const { message, hint } = ERRORS.invalid_body;
  const error = { code: 'invalid_body', message, issues: issuesOf(checked.error), hint };
  // What no registry would take is kept, so that a change of it is noticed, but not at any length: the disk is that of all tenants.
  if (JSON.stringify(body).length > LIMITS.bodyBytes) return { ...read, siteState: 'broken', error };
  return { ...read, content: body, error };
}

/** Fields without a value are left out; the registry's own default is written down, so that it can be compared. */
function withDefaults(body: ArtworkContent): ArtworkContent {
  const filled = Object.entries(body).filter(([name, value]) => value != null && name !== 'integration');
  return { availability: 'not_for_sale', ...Object.fromEntries(filled), external_id: body.external_id };
}

function brokenError(change: Change): WorkError {
  const { code, message } = change.error ?? {
    code: 'build_failed',
    message: 'The site could not read this work.',
  };
  return { code, message, issues: [], hint: null };
}
