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
  /** … could not tell them apart … */
  alike: number;
  /** … or lacks something; by the first field that is wrong. */
  lacking: { field: string; name: string; works: number }[];
  /** All of these: what Register is about. */
  undecided: number;
  is_connected: boolean;
  /** The shop is "coming soon": visitors see none of its works. */
  is_closed: boolean;
}

export interface ReportWork {
  external_id: string;
  title: string;
  edit_url: string | null;
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

export const getReportWorks = (lacking: string, page: number) =>
  apiFetch<ReportWorks>({ path: addQueryArgs(`${base}/works`, { lacking, page }) });

export const getReportDuplicates = (page: number) =>
  apiFetch<DuplicatesPage>({ path: addQueryArgs(`${base}/duplicates`, { page }) });
