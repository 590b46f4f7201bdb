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

type FoundLine = 'joined' | 'own' | 'near' | 'other';

/** "12 works are in the registry already" */
export function foundWords(line: FoundLine, works: number): string {
  const words = {
    /* translators: %d: number of works. */
    joined: _n(
      'Check the artist of %d artwork: several values became one',
      'Check the artist of %d artworks: several values became one',
      works,
      'artwork-registry-connector',
    ),
    /* translators: %d: number of works. */
    own: _n(
      '%d artwork is in the registry already, in your profile',
      '%d artworks are in the registry already, in your profile',
      works,
      'artwork-registry-connector',
    ),
    /* translators: %d: number of works. */
    near: _n(
      '%d artwork is perhaps in the registry already',
      '%d artworks are perhaps in the registry already',
      works,
      'artwork-registry-connector',
    ),
    /* translators: %d: number of works. */
    other: _n(
      '%d artwork is probably registered by another profile',
      '%d artworks are probably registered by another profile',
      works,
      'artwork-registry-connector',
    ),
  };
  return sprintf(words[line], works);
}

/** What the lines mean for the owner. */
export function foundAdvice(line: FoundLine, works: number): string {
  switch (line) {
    case 'joined':
      return _n(
        'The place of the artist, the title or the year has more than one value at this artwork, such as all its categories. An Art ID is permanent: choose another place under Fields, correct the artwork, or say that it is right. Until then it is not registered with the others.',
        'The place of the artist, the title or the year has more than one value at these artworks, such as all their categories. An Art ID is permanent: choose another place under Fields, correct the artworks, or say that it is right. Until then they are not registered with the others.',
        works,
        'artwork-registry-connector',
      );
    case 'own':
      return _n(
        'When you register, it keeps the Art ID that it has, and follows your site from then on.',
        'When you register, these keep the Art ID that they have, and follow your site from then on.',
        works,
        'artwork-registry-connector',
      );
    case 'near':
      return __(
        'Your profile has an artwork of the same title and artist, with another year or size. If it is the same one, correct the year or the size here so that both agree. If not, say so: then it is registered with the others.',
        'artwork-registry-connector',
      );
    case 'other':
      return _n(
        'It gets no second Art ID. After registering you can ask the registry for a transfer, correct the details, or leave it out.',
        'These get no second Art ID. After registering you can ask the registry for a transfer, correct the details, or leave them out.',
        works,
        'artwork-registry-connector',
      );
  }
}

/** What happens to each of them, before the owner says yes. */
export function registerWords({ ready, joined, own, near, other, lacking, alike }: Report): string {
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
  if (own > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork keeps the Art ID that it has.',
          '%d artworks keep the Art IDs that they have.',
          own,
          'artwork-registry-connector',
        ),
        own,
      ),
    );
  }
  if (other > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork that another profile seems to have gets no second Art ID.',
          '%d artworks that another profile seems to have get no second Art ID.',
          other,
          'artwork-registry-connector',
        ),
        other,
      ),
    );
  }
  if (joined > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork is left out until you have checked its artist.',
          '%d artworks are left out until you have checked their artist.',
          joined,
          'artwork-registry-connector',
        ),
        joined,
      ),
    );
  }
  if (near > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork is left out until you have said whether it is a new one.',
          '%d artworks are left out until you have said whether they are new ones.',
          near,
          'artwork-registry-connector',
        ),
        near,
      ),
    );
  }
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
  if (total > 0 && done === total) {
    return __('Looking again at artworks that changed', 'artwork-registry-connector');
  }
  /* translators: 1: works looked at, 2: all works. */
  return sprintf(__('Checked %1$d of %2$d artworks', 'artwork-registry-connector'), done, total);
}

/** What the owner may say of a work: on its button, and with its title for those who do not see the row. */
export interface AcceptWords {
  alone: string;
  named: (title: string) => string;
}

export const anotherWords = (): AcceptWords => ({
  alone: __('It is another artwork', 'artwork-registry-connector'),
  /* translators: %s: title of a work. */
  named: (title) => sprintf(__('It is another artwork: %s', 'artwork-registry-connector'), title),
});

export const rightWords = (): AcceptWords => ({
  alone: __('It is right', 'artwork-registry-connector'),
  /* translators: %s: title of a work. */
  named: (title) => sprintf(__('It is right: %s', 'artwork-registry-connector'), title),
});
