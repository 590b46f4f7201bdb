// The words and symbols of a work's states, and why a work is not registered. Shared by both screens.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Work, WorkState } from './work.ts';

interface StateLook {
  word: string;
  /** A dashicon's name. */
  symbol: string;
}

export function lookOf(state: WorkState): StateLook {
  const looks: Record<WorkState, StateLook> = {
    attention: { word: __('Needs attention', 'artwork-registry-connector'), symbol: 'warning' },
    held: { word: __('On hold', 'artwork-registry-connector'), symbol: 'controls-pause' },
    waiting: { word: __('Waiting', 'artwork-registry-connector'), symbol: 'clock' },
    sending: { word: __('Sending', 'artwork-registry-connector'), symbol: 'update' },
    published: { word: __('Registered', 'artwork-registry-connector'), symbol: 'yes-alt' },
    published_waiting: {
      word: __('Registered, change waiting', 'artwork-registry-connector'),
      symbol: 'clock',
    },
    matched: { word: __('Matched', 'artwork-registry-connector'), symbol: 'admin-links' },
    elsewhere: {
      word: __('Registered by another profile', 'artwork-registry-connector'),
      symbol: 'admin-links',
    },
    stopped: { word: __('Stopped', 'artwork-registry-connector'), symbol: 'marker' },
    hidden: { word: __('Hidden', 'artwork-registry-connector'), symbol: 'hidden' },
    private: { word: __('Private', 'artwork-registry-connector'), symbol: 'lock' },
    sold: { word: __('Sold', 'artwork-registry-connector'), symbol: 'tag' },
    moved: { word: __('Moved', 'artwork-registry-connector'), symbol: 'migrate' },
    not_shared: { word: __('Not registered', 'artwork-registry-connector'), symbol: 'minus' },
  };
  return looks[state];
}

/** Where the owner says what becomes of a held work. */
export const reviewUrl = ({ held }: Work) =>
  `admin.php?page=artwork-registry#artwork-registry-${held?.reason === 'bulk_removal' ? 'bulk-removal' : 'duplicates'}`;

/** One sentence below the state, where the state alone leaves a question open. */
export function explain(work: Work): string | null {
  if (work.error !== null) {
    const translated = work.original === null ? null : explainNotShared('translation', work.original);
    return [translated, work.error.text].filter(Boolean).join(' ');
  }
  if (work.state === 'matched') {
    return sprintf(
      /* translators: %s: what was equal, such as "fingerprint". */
      __('The registry knew this artwork already (by %s).', 'artwork-registry-connector'),
      keyWord(work.matched_on),
    );
  }
  if (work.state === 'elsewhere') {
    return __(
      'The registry has this artwork in somebody else’s profile. Ask the registry for a transfer, correct the details if it is a different artwork, or stop updating it.',
      'artwork-registry-connector',
    );
  }
  if (work.state === 'held') return explainHeld(work);
  if (work.edition_of !== null) {
    /* translators: %s: number of a work on this site. */
    return sprintf(
      __('It belongs to the edition registered as #%s.', 'artwork-registry-connector'),
      work.edition_of,
    );
  }
  if (work.state === 'stopped') return explainStopped(work);
  if (work.state === 'not_shared') return explainNotShared(work.reason, work.original);
  return null;
}

function explainHeld(work: Work): string {
  if (work.held?.reason === 'bulk_removal') {
    return __(
      'It left your site together with many others. The registry is only informed when you confirm the removal.',
      'artwork-registry-connector',
    );
  }
  if (work.held?.reason !== 'possible_duplicate') {
    return __('It waits for your approval before it is sent.', 'artwork-registry-connector');
  }
  return sprintf(
    /* translators: %d: number of works. */
    _n(
      '%d artwork has this artist, title, year and size, so the registry could not tell it from another. Choose what it should be.',
      '%d artworks have this artist, title, year and size, so the registry could not tell them apart. Choose what they should be.',
      work.held.size ?? 2,
      'artwork-registry-connector',
    ),
    work.held.size ?? 2,
  );
}

function explainStopped(work: Work): string {
  const availability = work.shows?.availability;
  if (availability === 'fully_private')
    return __('The registry no longer shows it.', 'artwork-registry-connector');
  if (availability === 'sold') {
    return __('The registry page is still public and shows it as sold.', 'artwork-registry-connector');
  }
  if (availability === 'not_for_sale') {
    return __(
      'The registry page is still public and shows it as not for sale.',
      'artwork-registry-connector',
    );
  }
  return __('The registry page is still public and stays as it was.', 'artwork-registry-connector');
}

/** `original`: the title of the work that this one translates. */
export function explainNotShared(reason: string | null, original: string | null = null): string | null {
  if (reason === 'translation' && original !== null) {
    return sprintf(
      /* translators: %s: title of another work. */
      __('A translation of %s: the original is what the registry shows.', 'artwork-registry-connector'),
      original,
    );
  }
  const reasons: Record<string, string> = {
    draft: __('It is a draft. Publish it on the site first.', 'artwork-registry-connector'),
    private: __('It is private on the site.', 'artwork-registry-connector'),
    password: __('It has a password on the site.', 'artwork-registry-connector'),
    trashed: __('It is in the trash.', 'artwork-registry-connector'),
    excluded: __('You stopped updating it.', 'artwork-registry-connector'),
    hidden: __(
      'It is hidden from the catalogue. Change its catalogue visibility first.',
      'artwork-registry-connector',
    ),
    site_rule: __(
      'A rule of this site keeps it out of the registry. Whoever maintains your website can change the rule.',
      'artwork-registry-connector',
    ),
    coming_soon: __(
      'Your shop is in “Coming soon” mode, so visitors cannot see it.',
      'artwork-registry-connector',
    ),
    category: __(
      'It is in none of the categories chosen under Settings, What counts as an artwork.',
      'artwork-registry-connector',
    ),
    source: __(
      'This post type isn’t registered as artwork. Change it under Settings, What counts as an artwork.',
      'artwork-registry-connector',
    ),
    translation: __(
      'It is a translation: the original is what the registry shows.',
      'artwork-registry-connector',
    ),
    variations: __(
      'Each of its variations is an artwork of its own: they are what the registry shows.',
      'artwork-registry-connector',
    ),
    variation: __('It is a variation, and its product is the artwork.', 'artwork-registry-connector'),
    product_type: __(
      'Only simple and variable products are artworks; this is another type of product.',
      'artwork-registry-connector',
    ),
  };
  return reason === null ? null : (reasons[reason] ?? null);
}

function keyWord(matchedOn: string | null): string {
  const words: Record<string, string> = {
    fingerprint: __('artist, title, year and size', 'artwork-registry-connector'),
    external_id: __('its number on this site', 'artwork-registry-connector'),
    inventory_ref: __('its inventory number', 'artwork-registry-connector'),
    source_url: __('its address', 'artwork-registry-connector'),
    image_url: __('its picture', 'artwork-registry-connector'),
  };
  return (matchedOn !== null && words[matchedOn]) || __('its details', 'artwork-registry-connector');
}
