// How a Work is stored in a row of the table `work`, and read back.
import type { Work } from '../types/work.ts';

export type Row = { [field: string]: string | number | null };

export const COLUMNS = {
  siteId: 'site_id',
  externalId: 'external_id',
  revision: 'revision',
  siteState: 'site_state',
  leaveReason: 'leave_reason',
  title: 'title',
  content: 'content',
  contentHash: 'content_hash',
  siteHash: 'site_hash',
  fingerprint: 'fingerprint',
  registryId: 'registry_id',
  ownership: 'ownership',
  confirmed: 'confirmed',
  confirmedSource: 'confirmed_source',
  confirmedAt: 'confirmed_at',
  matchedOn: 'matched_on',
  soldOver: 'sold_over',
  state: 'state',
  error: 'error',
  blockedTarget: 'blocked_target',
  publicPage: 'public_page',
  shows: 'shows',
  recheckSince: 'recheck_since',
  lastEventAt: 'last_event_at',
  recheckAt: 'recheck_at',
  leftAt: 'left_at',
  departure: 'departure',
  acceptedTarget: 'accepted_target',
} as const satisfies { [field in keyof Work]: string };

export const FIELDS = Object.keys(COLUMNS) as (keyof Work)[];

/**
 * The value of `confirmed` where it equals `content`, as it nearly always does: half the row, so half of what is
 * written whenever anything about the work is. Read back, both are the same object.
 */
export const AS_CONTENT = 'true';
const JSON_FIELDS = ['content', 'confirmed', 'error', 'shows'] as const satisfies (keyof Work)[];
const IS_JSON: ReadonlySet<keyof Work> = new Set(JSON_FIELDS);

/** Selects columns under the names of their fields, so that the row that SQLite returns is the work itself. */
export const selected = (fields: readonly (keyof Work)[]): string =>
  fields.map((field) => `${COLUMNS[field]} AS ${field}`).join(', ');
/** All of a work. */
export const WORK = selected(FIELDS);

/** `content` and `confirmed` are always written together: one may stand for the other. */
export function columnsOf(work: Work, fields: readonly (keyof Work)[]): (string | number | null)[] {
  const values = fields.map((field) => {
    const value = work[field];
    return value !== null && IS_JSON.has(field) ? JSON.stringify(value) : (value as string | number | null);
  });
  const [content, confirmed] = [fields.indexOf('content'), fields.indexOf('confirmed')];
  if (confirmed >= 0 && values[confirmed] !== null && values[confirmed] === values[content])
    values[confirmed] = AS_CONTENT;
  return values;
}

/** The work that a row of `WORK` is, once its JSON is parsed in its place. */
export const toWork = (row: Row | undefined): Work | undefined => row && (parsed(row) as Work);

/** A row of `selected`, with the JSON in it parsed. */
export function parsed(row: Row): object {
  const work: { [field: string]: unknown } = row;
  const isAsContent = row['confirmed'] === AS_CONTENT;
  for (const field of JSON_FIELDS) {
    const text = row[field];
    if (typeof text === 'string') work[field] = JSON.parse(text);
  }
  if (isAsContent) work['confirmed'] = work['content'];
  return work;
}
