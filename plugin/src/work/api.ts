// The routes about one work, for the panels beside its editor.
import apiFetch from '@wordpress/api-fetch';
import type { Order, Work } from './work.ts';

export type PanelWork = Work & {
  connected: boolean;
  /** Whether the user may publish the post on the site; only they may register it. */
  can_order: boolean;
  /** Whether the screens of the registry open for the user. */
  can_manage: boolean;
};

export interface ContentField {
  /** The registry's name. */
  field: string;
  label: string;
  value: string | number | { amount: number; currency: string } | null;
  /** What to do where it is empty: "add it under Attributes". */
  place: string | null;
}

export interface WorkContent {
  fields: ContentField[];
  /** The owner's word on availability; '' none, null: this kind of work has no such choice. */
  mark: string | null;
}

const path = (id: number) => `/artwork-registry/v1/screen/works/${id}`;

export const getWork = (id: number) => apiFetch<PanelWork>({ path: path(id) });

export const orderWork = (id: number, order: Order) =>
  apiFetch<PanelWork>({ path: `${path(id)}/${order}`, method: 'POST' });

export const getContent = (id: number) => apiFetch<WorkContent>({ path: `${path(id)}/content` });

export const setAvailability = (id: number, availability: string) =>
  apiFetch<WorkContent>({ path: `${path(id)}/availability`, method: 'POST', data: { availability } });
