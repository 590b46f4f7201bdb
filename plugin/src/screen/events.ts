// The sentences of the activity list, and of the timeline of one work. WordPress stores codes; the texts are here.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ActivityEvent } from './api.ts';

/** The line as far as its work's title, which follows it. */
export function sentenceOf(event: ActivityEvent): string {
  const known: Record<string, string> = {
    'artwork.created': __('The registry now shows', 'artwork-registry-connector'),
    'artwork.updated': __('The registry entry changed:', 'artwork-registry-connector'),
    'artwork.sold': __('The registry marked as sold:', 'artwork-registry-connector'),
    'artwork.removed': __('The registry no longer shows', 'artwork-registry-connector'),
    'artwork.ownership_changed': __('Moved to another collection:', 'artwork-registry-connector'),
    'certificate.created': __('A certificate was issued for', 'artwork-registry-connector'),
    'gallery.updated': __('Your profile in the registry changed.', 'artwork-registry-connector'),
    'work.register': __('You chose to register', 'artwork-registry-connector'),
    'work.stop_updating': __('You stopped updating', 'artwork-registry-connector'),
    'removal.release': __('You confirmed removing several artworks', 'artwork-registry-connector'),
    'removal.keep': __('You kept artworks in the registry that left together', 'artwork-registry-connector'),
    'variations.product': __(
      'You said that a product with variations is one artwork.',
      'artwork-registry-connector',
    ),
    'variations.each': __(
      'You said that each variation of a product is an artwork.',
      'artwork-registry-connector',
    ),
    'variations.some': __(
      'You chose product by product whether variations are artworks.',
      'artwork-registry-connector',
    ),
    'variations.of_product': __('You chose what counts as an artwork for', 'artwork-registry-connector'),
    'duplicates.one': __('You chose one artwork for the edition:', 'artwork-registry-connector'),
    'duplicates.number': __('You numbered each copy of', 'artwork-registry-connector'),
    'duplicates.none': __('You chose to register none of the copies of', 'artwork-registry-connector'),
    'duplicates.undo': __('You took the choice back for', 'artwork-registry-connector'),
    'connection.agreed': __('You agreed to connect to the registry.', 'artwork-registry-connector'),
    'connection.offboarding': __(
      'You began to take all artworks out of the registry.',
      'artwork-registry-connector',
    ),
    'certificate.ordered': __('A certificate was asked for:', 'artwork-registry-connector'),
    'certificate.withdrawn': __('You withdrew a certificate of', 'artwork-registry-connector'),
    'site.same': __('You said that this is still the same site.', 'artwork-registry-connector'),
    'site.copy': __('You said that this site is a copy.', 'artwork-registry-connector'),
    'sources.saved': __('You changed what counts as an artwork.', 'artwork-registry-connector'),
    'mapping.saved': __('You changed the mapping.', 'artwork-registry-connector'),
    'account.unauthorized': __('The registry no longer accepted the key.', 'artwork-registry-connector'),
    'account.forbidden': __('The registry refused writing with this key.', 'artwork-registry-connector'),
    'account.no_write_target': __(
      'You had no profile in the registry to register artworks under.',
      'artwork-registry-connector',
    ),
    'account.ok': __('The registry accepts the key again.', 'artwork-registry-connector'),
    'connection.removed': __('You disconnected the sync service.', 'artwork-registry-connector'),
  };
  const works = event.detail ?? '–';
  // What comes of it is said of each artwork: one without an artist waits, for instance.
  if (event.type === 'works.register_all') {
    /* translators: %s: number of works. */
    return sprintf(__('You chose to register all artworks (%s).', 'artwork-registry-connector'), works);
  }
  if (event.type === 'works.register') {
    return sprintf(
      /* translators: %s: number of works. */
      _n(
        'You chose to register %s artwork.',
        'You chose to register %s artworks.',
        Number(works),
        'artwork-registry-connector',
      ),
      works,
    );
  }
  if (event.type === 'works.stop_updating') {
    return sprintf(
      /* translators: %s: number of works. */
      _n(
        'You stopped updating %s artwork.',
        'You stopped updating %s artworks.',
        Number(works),
        'artwork-registry-connector',
      ),
      works,
    );
  }
  if (event.type === 'command.failed') {
    /* translators: %s: message. */
    return sprintf(
      __('The sync service could not do it: %s', 'artwork-registry-connector'),
      event.detail ?? '–',
    );
  }
  return known[event.type] ?? event.type;
}

/** The same about a work that is named already. */
export function momentOf(event: ActivityEvent): string {
  const known: Record<string, string> = {
    'artwork.created': __('Shown by the registry', 'artwork-registry-connector'),
    'artwork.updated': __('Changed in the registry', 'artwork-registry-connector'),
    'artwork.sold': __('Marked as sold in the registry', 'artwork-registry-connector'),
    'artwork.removed': __('No longer shown by the registry', 'artwork-registry-connector'),
    'artwork.ownership_changed': __('Moved to another collection', 'artwork-registry-connector'),
    'certificate.created': __('A certificate was issued', 'artwork-registry-connector'),
    'work.register': __('You chose to register it', 'artwork-registry-connector'),
    'work.stop_updating': __('You stopped updating it', 'artwork-registry-connector'),
    'duplicates.one': __('You chose one artwork for the edition', 'artwork-registry-connector'),
    'duplicates.number': __('You numbered each copy', 'artwork-registry-connector'),
    'duplicates.none': __('You chose to register none of the copies', 'artwork-registry-connector'),
    'duplicates.undo': __('You took the choice back', 'artwork-registry-connector'),
    'variations.of_product': __(
      'You said which of its variations are artworks',
      'artwork-registry-connector',
    ),
  };
  return known[event.type] ?? sentenceOf(event);
}
