// What stands at the address of a work that was public and that the operator withdrew: its Art ID and two days, nothing else.
import { html } from '#kit/html';
import type { WithdrawnArtwork } from '../../storage/public-form.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { JSON_TYPE } from '../../http/error-replies.ts';
import type { Form } from '../answer.ts';
import { pageLayout } from '../page-layout.ts';
import type { Place } from '../page-layout.ts';
import type { Locale } from '../words.ts';

export function tombstone(place: Place, locale: Locale, work: WithdrawnArtwork): Form {
  const { withdrawn } = locale.words;
  const [registered, at] = [work.registeredAt, work.withdrawnAt].map((micros) =>
    locale.day(isoOfMicros(micros)),
  );
  return pageLayout(place, locale, {
    title: `${withdrawn.title} – ${work.registryId}`,
    isIndexed: false,
    main: html`<h1>${withdrawn.heading(work.registryId)}</h1>
      <p>${withdrawn.text(registered ?? '', at ?? '')}</p>`,
  });
}

/** The same for machines. */
export function tombstoneJson({ registryId, registeredAt, withdrawnAt }: WithdrawnArtwork): Form {
  return {
    type: JSON_TYPE,
    body: JSON.stringify({
      object: 'withdrawn_artwork',
      registry_id: registryId,
      registered_at: isoOfMicros(registeredAt),
      withdrawn_at: isoOfMicros(withdrawnAt),
    }),
  };
}
