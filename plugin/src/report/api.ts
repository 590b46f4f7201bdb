// The routes of the screen "Review before registering".
import apiFetch from '@wordpress/api-fetch';
import { addQueryArgs } from '@wordpress/url';
import type { DuplicatesPage } from '../screen/api.ts';

const base = '/artwork-registry/v1/screen/report';

export interface Report {
  is_done: boolean;
  /** Works looked at, of all public ones. */
  looked_at: number;
  total: number;
  /** Works nobody has decided about: the registry will take them … */
  ready: number;
  /** … would take several values as one artist, title or year … */
  joined: number;
  /** … has them already, in a profile of this gallery … */
  own: number;
  /** … has one of the same title and artist there … */
  near: number;
  /** … has them in somebody else's profile … */
  other: number;
  /** … could not tell them apart … */
  alike: number;
  /** … or lacks something; by the first field that is wrong. */
  lacking: { field: string; name: string; works: number }[];
  /** All of these: what Register is about. */
  undecided: number;
  comparison: Comparison;
  is_connected: boolean;
  /** Why the user may order nothing for all works at once, a sentence; null: the user may. */
  no_orders: string | null;
  /** The shop is "coming soon": visitors see none of its works. */
  is_closed: boolean;
}

export interface Comparison {
  /** `off`: no sync service that compares can be reached now. */
  state: 'off' | 'under_way' | 'done';
  waiting: number;
  /** Works looked up one by one; `left`: those that could be. Null: this registry cannot do it. */
  sample: { asked: number; done: number; left: number } | null;
}

/** A line of the review: '' ready, `joined`, `own`, `near`, `other`, or a field of the registry that is wrong. */
export type Line = string;

export interface ReportWork {
  external_id: string;
  title: string;
  artist: string;
  image: string | null;
  edit_url: string | null;
  /** The record that it is, or may be. `words`: what that shows. */
  there: { registry_id: string; page: string | null; words: string } | null;
  /** What to do, a sentence each. */
  problems: string[];
}

export interface ReportWorks {
  works: ReportWork[];
  total: number;
  pages: number;
}

/** Looks at a piece of the works, some seconds at most; `again`: from the beginning. */
export const lookFurther = (again: boolean) =>
  apiFetch<Report>({ path: `${base}/step`, method: 'POST', data: { again } });

/** Has a sample of the works that no list knows looked up one by one. */
export const lookUpSample = () => apiFetch<Report>({ path: `${base}/sample`, method: 'POST' });

/** Lines that wait for the owner's word. */
export type Question = 'near' | 'joined';

/** `near`: these are works of their own, and no others that the registry has. `joined`: their several values are meant as one. */
export const acceptWorks = (line: Question, ids: string[]) =>
  apiFetch<Report>({ path: `${base}/accept`, method: 'POST', data: { line, ids: ids.map(Number) } });

export const getReportWorks = (lacking: Line, page: number) =>
  apiFetch<ReportWorks>({ path: addQueryArgs(`${base}/works`, { lacking, page }) });

export const getReportDuplicates = (page: number) =>
  apiFetch<DuplicatesPage>({ path: addQueryArgs(`${base}/duplicates`, { page }) });
