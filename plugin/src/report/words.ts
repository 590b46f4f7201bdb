// The sentences of the report.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Report } from './api.ts';

/** "142 works are ready" */
export function readyWords(works: number): string {
  /* translators: %d: number of works. */
  return sprintf(
    _n('%d artwork is ready', '%d artworks are ready', works, 'artwork-registry-connector'),
    works,
  );
}

/** "9 works need an artist" */
export function lackingWords({ field, name, works }: Report['lacking'][number]): string {
  switch (field) {
    case 'artist_name':
      return sprintf(
        /* translators: %d: number of works. */
        _n('%d artwork needs an artist', '%d artworks need an artist', works, 'artwork-registry-connector'),
        works,
      );
    case 'title':
      return sprintf(
        /* translators: %d: number of works. */
        _n('%d artwork needs a title', '%d artworks need a title', works, 'artwork-registry-connector'),
        works,
      );
    default:
      return sprintf(
        /* translators: 1: number of works, 2: name of a field, such as Year. */
        _n(
          '%1$d artwork needs a correction: %2$s',
          '%1$d artworks need a correction: %2$s',
          works,
          'artwork-registry-connector',
        ),
        works,
        name,
      );
  }
}

/** "3 works look alike" */
export function alikeWords(works: number): string {
  return sprintf(
    /* translators: %d: number of works. */
    _n('%d possible duplicate', '%d possible duplicates', works, 'artwork-registry-connector'),
    works,
  );
}

/** What happens to each of them, before the owner says yes. */
export function registerWords({ ready, lacking, alike }: Report): string {
  const parts: string[] = [
    sprintf(
      /* translators: %d: number of works. */
      _n(
        '%d artwork gets an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.',
        '%d artworks each get an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.',
        ready,
        'artwork-registry-connector',
      ),
      ready,
    ),
  ];
  const incomplete = lacking.reduce((sum, { works }) => sum + works, 0);
  if (incomplete > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork waits here until it is fixed; then it is registered automatically.',
          '%d artworks wait here until they are fixed; then they are registered automatically.',
          incomplete,
          'artwork-registry-connector',
        ),
        incomplete,
      ),
    );
  }
  if (alike > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d possible duplicate is on hold until you choose.',
          '%d possible duplicates are on hold until you choose.',
          alike,
          'artwork-registry-connector',
        ),
        alike,
      ),
    );
  }
  return parts.join(' ');
}

export function countingWords({ looked_at: done, total }: Report): string {
  /* translators: 1: works looked at, 2: all works. */
  return sprintf(__('Checked %1$d of %2$d artworks', 'artwork-registry-connector'), done, total);
}
