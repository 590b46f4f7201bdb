// The routes about the label and the certificates of one artwork.
import apiFetch from '@wordpress/api-fetch';

export interface Certificate {
  id: number;
  /** `waiting` and `withdrawing` until the registry has answered. */
  state: 'waiting' | 'issued' | 'refused' | 'withdrawing' | 'withdrawn';
  edition_number: number | null;
  edition_size: number | null;
  note: string | null;
  /** Addresses in the registry: its page, and the PDF on A4 and on US Letter. */
  page: string | null;
  pdf: string | null;
  pdf_letter: string | null;
  created_at: string | null;
  issued_at: string | null;
  withdrawn_at: string | null;
  reason: string | null;
  error: string | null;
  /** The shop's order; 0: none. */
  order_id: number;
  /** A later certificate for the same copy holds. */
  is_superseded: boolean;
}

export interface Printables {
  /** Addresses of the wall label as PDF; null: the registry does not show the artwork. */
  label: { a6: string; a7: string } | null;
  can_issue: boolean;
  is_supported: boolean;
  /** Names the next certificate: asked for twice, it is issued once. */
  request: string;
  /** Which copy of an edition the artwork is, as its own fields say. */
  copy: { number: number | null; size: number | null };
  certificates: Certificate[];
}

export interface CertificateOrder {
  edition_number: number | null;
  edition_size: number | null;
  note: string | null;
}

const path = (work: number) => `/artwork-registry/v1/screen/works/${work}/certificates`;
const post = (address: string, data: object = {}) =>
  apiFetch<Printables>({ path: address, method: 'POST', data });

export const getPrintables = (work: number) => apiFetch<Printables>({ path: path(work) });

export const issueCertificate = (work: number, request: string, order: CertificateOrder) =>
  post(path(work), { request, ...order });

export const withdrawCertificate = (work: number, id: number, reason: string) =>
  post(`${path(work)}/${id}/withdraw`, { reason });

export const retryCertificate = (work: number, id: number) => post(`${path(work)}/${id}/retry`);
