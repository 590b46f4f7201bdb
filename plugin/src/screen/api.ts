// The routes that the screens share.
import apiFetch from '@wordpress/api-fetch';
import { addQueryArgs } from '@wordpress/url';
import { getIfChanged } from './get-if-changed.ts';
import type { Order, Work, WorkState } from '../work/work.ts';

const base = '/artwork-registry/v1/screen';

export interface Registry {
  url: string;
  name: string;
  organization: { slug: string; name: string } | null;
  profiles: { type: string; slug: string; name: string }[];
  key_prefix: string | null;
}

/** Whom the owner would connect to. */
export interface Offer {
  id: string;
  address: string;
  name: string;
  operator: string;
  api: string;
  sync_service: string | null;
  terms_url: string | null;
  privacy_url: string | null;
  documentation_url: string | null;
  test: boolean;
}

/** How the works leave the registry before the connection is cut. */
export interface Offboarding {
  mode: 'stop' | 'hide';
  total: number;
  done: number;
  /** Works that the registry refused to change. */
  stuck: number;
  is_finished: boolean;
}

export interface Connection {
  site_id: string | null;
  has_code: boolean;
  /** Why nothing is sent before the owner has said which site this is. */
  doubt: { reason: string; was: string; now: string; since: string | null } | null;
  /** The address of the site this one is a copy of, by its owner's word. */
  copy_of: string | null;
  hand_over: { seal_key: string | null; registry_url: string | null; has_webhook_secret: boolean };
  handed: {
    kind: 'api_key' | 'webhook_secret' | 'access_request';
    state: 'waiting' | 'done' | 'failed';
    text: string;
    fields: string[];
  } | null;
  /** `asked`: the sync service does not follow it, so that a key has to be entered. */
  access: {
    request_id: string;
    at: string | null;
    state: 'asked' | 'waiting' | 'approved' | 'rejected' | 'expired';
  } | null;
  registries: {
    suggested: string;
    /** What the registry said of itself and was shown last. */
    offer: Offer | null;
    agreed: { offer: Offer; by: string; at: string | null } | null;
  };
  service: {
    /** Somebody runs it for many galleries; else it is the gallery's own. */
    is_hosted: boolean;
    /** The owner has agreed, and it has not called yet. */
    is_awaited: boolean;
    /** The site has something to tell a service that no poll asks for: that it left it, or that it moved. */
    is_call_due: boolean;
    since: string | null;
    name: string;
    /** `direct`: it reaches this site. `mailbox`: this site calls it. */
    carrier: 'direct' | 'mailbox' | null;
    carrier_since: string | null;
    /** Why this site could not call it. */
    error: string | null;
  };
  setup: { profile: boolean; choice: boolean; finished: boolean };
  offboarding: Offboarding | null;
  /** Where the registry's operator should deliver updates, and whose address it is. */
  deliveries: { by: 'service' | 'site'; url: string } | null;
  is_paired: boolean;
  is_pending: boolean;
  is_alive: boolean;
  site_url: string;
  seen_at: string | null;
  daemon_version: string | null;
  registry: Registry | null;
  account: { state: string };
  account_notice: string | null;
  eta_seconds: number | null;
  wait: { reason: string; until: string | null } | null;
}

export interface Settings {
  register_mode: 'ask' | 'automatic';
  on_leave: 'not_for_sale' | 'fully_private' | 'nothing';
  deliveries: 'auto' | 'service' | 'site';
  mail_on: 'yes' | 'no';
  summary_on: 'yes' | 'no';
  /** Empty: the site's administrator. */
  mail_to: string;
  on_delete: 'keep' | 'remove';
  /** Artworks of the plugin's own post type when it is deleted. */
  artworks_on_delete: 'pages' | 'hidden';
  /** Address of the list of all artworks of the plugin's own post type; empty: there is none. */
  archive_slug: string;
  /** Whether the pages of products and artworks show the Art ID without a block. */
  show_art_id: 'yes' | 'no';
  /** Whether a paid order asks for a certificate of each artwork in it. */
  certify_sales: 'yes' | 'no';
  /** What the registry shows of a unique artwork whose order waits for its payment. */
  reserved_as: 'not_for_sale' | 'for_sale' | 'sold';
}

/** What the registry confirmed on a day. */
export interface Day {
  /** 2026-01-31 */
  day: string;
  registered: number;
  sold: number;
  updated: number;
}

export interface Overview {
  counts: Record<WorkState, number>;
  works: number;
  registered: number;
  waiting: number;
  attention: number;
  /** Works that "Register all" would add. */
  unregistered: number;
  progress: { done: number; total: number } | null;
  job: { done: number; total: number } | null;
  /** Works whose source, such as WooCommerce, is switched off. */
  sourceless: number;
  /** Works that leave in such numbers that the owner must say yes first. */
  leaving: number;
  /** The shop or the site is "coming soon": visitors see none of its works, whatever their posts say. */
  is_closed: boolean;
  /** Whether works are products of a shop. */
  has_shop: boolean;
  /** Artworks are entered in the plugin's own post type, or were once. */
  own_artworks: boolean;
  home_url: string;
  /** The last 30 days of the site's calendar, oldest first. */
  days: Day[];
  /** Whether the user may connect, disconnect and change settings. */
  can_manage: boolean;
  /** Why the user may order nothing for all works at once, a sentence; null: the user may. */
  no_orders: string | null;
  connection: Connection;
  settings: Settings;
}

export interface WorksQuery {
  /** States; none: all. */
  view: WorkState[];
  search: string;
  page: number;
  per_page: number;
  orderby?: 'external_id' | 'title' | 'view' | 'registry_id' | 'confirmed_at';
  order?: 'asc' | 'desc';
}

export type BulkOrder = 'register' | 'stop-updating' | 'retry' | 'certificate';

export interface WorksPage {
  works: Work[];
  total: number;
  pages: number;
}

export interface ActivityEvent {
  id: number;
  type: string;
  created_at: string;
  title: string;
  edit_url: string | null;
  registry_id: string | null;
  detail: string | null;
}

/** '' : everything. */
export type ActivityKind = '' | 'registry' | 'owner' | 'problem';

export interface ActivityPage {
  events: ActivityEvent[];
  pages: number;
}

export interface Timeline {
  /** When the work was changed on this site last. */
  changed_at: string | null;
  events: ActivityEvent[];
}

export interface PairingCode {
  code: string;
  expires_at: string;
  command: string;
}

export type DuplicateChoice = 'one' | 'number' | 'none';

export interface DuplicateLink {
  external_id: string;
  edit_url: string | null;
}

export interface DuplicateGroup {
  group: string;
  title: string;
  artist: string;
  works: number;
  /** One of them that the registry has already. */
  known: DuplicateLink | null;
  /** The oldest works of the group. */
  first: DuplicateLink[];
}

export interface DuplicatesPage {
  groups: DuplicateGroup[];
  total: number;
  pages: number;
}

export const getOverview = () => getIfChanged<Overview>(`${base}/overview`);

export const getWorks = (query: WorksQuery) =>
  getIfChanged<WorksPage>(addQueryArgs(`${base}/works`, { ...query }));

/** `request` names an order for certificates: sent twice, it issues one for each artwork. */
export const orderWorks = (order: BulkOrder, ids: string[], request?: string) =>
  apiFetch<{ done: number; refused: number }>({
    path: `${base}/works/bulk`,
    method: 'POST',
    data: { order, ids: ids.map(Number), ...(request !== undefined && { request }) },
  });

export const getActivity = (kind: ActivityKind, search: string, page: number) =>
  getIfChanged<ActivityPage>(addQueryArgs(`${base}/activity`, { kind, search, page }));

export const getTimeline = (id: string) => apiFetch<Timeline>({ path: `${base}/works/${id}/timeline` });

export const newPairingCode = () => apiFetch<PairingCode>({ path: `${base}/pairing-code`, method: 'POST' });

export const lookAtRegistry = (address: string) =>
  apiFetch<Overview>({ path: `${base}/connect/look`, method: 'POST', data: { address } });

export const agreeToConnect = (offer: string) =>
  apiFetch<Overview>({ path: `${base}/connect/agree`, method: 'POST', data: { offer } });

export const cancelConnecting = () => apiFetch<Overview>({ path: `${base}/connect/cancel`, method: 'POST' });

/** Lets the site call its sync service, where that is due. Nobody waits for it. */
export const dial = (reason: 'screen' | null) =>
  apiFetch<{ next_in: number }>({ path: `${base}/dial`, method: 'POST', data: { reason } });

export const disconnect = (works: Offboarding['mode'] | 'leave') =>
  apiFetch<Overview>({ path: `${base}/disconnect`, method: 'POST', data: { works } });

export const keepConnected = () => apiFetch<Overview>({ path: `${base}/disconnect/stop`, method: 'POST' });

export const answerSite = (answer: 'same' | 'copy') =>
  apiFetch<Overview>({ path: `${base}/site`, method: 'POST', data: { answer } });

export const handOver = (kind: NonNullable<Connection['handed']>['kind'], box: string) =>
  apiFetch<Overview>({ path: `${base}/hand-over`, method: 'POST', data: { kind, box } });

export const markSetup = (mark: keyof Connection['setup']) =>
  apiFetch<Overview>({ path: `${base}/setup`, method: 'POST', data: { mark } });

export const registerAll = () =>
  apiFetch<{ works: number }>({ path: `${base}/register-all`, method: 'POST' });

export const syncNow = () => apiFetch<Overview>({ path: `${base}/sync`, method: 'POST' });

export const answerBulkRemoval = (answer: 'release' | 'keep') =>
  apiFetch<Overview>({ path: `${base}/bulk-removal`, method: 'POST', data: { answer } });

export const saveSettings = (data: Partial<Settings>) =>
  apiFetch<Overview>({ path: `${base}/settings`, method: 'POST', data });

export const orderWork = (id: string, order: Order) =>
  apiFetch<Work>({ path: `${base}/works/${id}/${order}`, method: 'POST' });

export const getDuplicates = (page: number) =>
  apiFetch<DuplicatesPage>({ path: addQueryArgs(`${base}/duplicates`, { page }) });

export const chooseForDuplicates = (group: string, choice: DuplicateChoice) =>
  apiFetch<{ works: number }>({
    path: `${base}/duplicates/${group}/choose`,
    method: 'POST',
    data: { choice },
  });

/** The same choice for the next groups; asked again with `after` until that is null. */
export const chooseForNextDuplicates = (choice: DuplicateChoice, isInReview: boolean, after: string) =>
  apiFetch<{ groups: string[]; works: number; after: string | null }>({
    path: `${base}/duplicates/choose-all`,
    method: 'POST',
    data: { choice, in_review: isInReview, after },
  });

/** Of at most 25 groups. */
export const undoSomeDuplicates = (groups: string[]) =>
  apiFetch<{ works: number }>({ path: `${base}/duplicates/undo-all`, method: 'POST', data: { groups } });

export const undoDuplicates = (group: string) =>
  apiFetch<{ works: number }>({ path: `${base}/duplicates/${group}/undo`, method: 'POST' });
