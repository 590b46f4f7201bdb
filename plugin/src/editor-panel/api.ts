// The routes of the editor panel: one work.
import apiFetch from '@wordpress/api-fetch';
import type { Order, Work } from '../work/work.ts';

export type PanelWork = Work & { connected: boolean };

const path = (id: number) => `/artwork-registry/v1/screen/works/${id}`;

export const getWork = (id: number) => apiFetch<PanelWork>({ path: path(id) });

export const orderWork = (id: number, order: Order) =>
  apiFetch<PanelWork>({ path: `${path(id)}/${order}`, method: 'POST' });
