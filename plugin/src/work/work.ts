// A work as the site's REST routes give it to our screens.

export type WorkState =
  | 'attention'
  | 'held'
  | 'waiting'
  | 'sending'
  | 'published'
  | 'published_waiting'
  | 'matched'
  | 'elsewhere'
  | 'stopped'
  | 'hidden'
  | 'private'
  | 'sold'
  | 'moved'
  | 'not_shared';

/** What the registry's record shows, as the sync service tells it whole. */
export interface Shows {
  title: string | null;
  artist_name: string | null;
  year_created: string | null;
  medium: string | null;
  height_cm: number | null;
  width_cm: number | null;
  depth_cm: number | null;
  availability: string | null;
  price: { amount: number; currency: string } | null;
  created_at: string | null;
  updated_at: string | null;
}

export interface Work {
  external_id: string;
  title: string;
  artist: string;
  image: string | null;
  edit_url: string | null;
  state: WorkState;
  chosen: -1 | 0 | 1;
  /** Why the work can’t be registered now; null: it may. */
  reason: string | null;
  /** One sentence below the state, where the state alone leaves a question open. */
  why: string | null;
  registry_id: string | null;
  public_page: string | null;
  confirmed_at: string | null;
  matched_on: string | null;
  /** What the registry's public record said when it was seen last. */
  shows: Shows | null;
  /** `fields`: the registry's names of the fields to fix. */
  error: { code: string; message: string; text: string; can_retry: boolean; fields: string[] } | null;
  is_stopped: boolean;
  /** Why the owner must choose first; null in every other state. */
  held: { reason: string; group: string | null; size: number | null } | null;
  /** The title of the work that this one translates. */
  original: string | null;
  /** The number of the work that stands for the edition this one is a part of. */
  edition_of: string | null;
}

export type Order = 'register' | 'stop-updating' | 'retry' | 'recheck';
