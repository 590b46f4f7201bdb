// The page of a certificate: what its status is, what it says, and how to check it without this registry.
import type { Certificate } from '@artwork-registry/contract';
import { html } from '#kit/html';
import type { Form } from '../answer.ts';
import { pageLayout } from '../page-layout.ts';
import type { Place } from '../page-layout.ts';
import type { Locale } from '../words.ts';
import { factsOf } from './statement.ts';

export function certificatePage(place: Place, locale: Locale, certificate: Certificate): Form {
  const { words, day } = locale;
  const { certificate: named } = words;
  const facts = factsOf(certificate, locale);
  const path = `/certificates/${certificate.id}`;
  return pageLayout(place, locale, {
    title: `${named.title} – ${place.name}`,
    isIndexed: false,
    main: html`<h1>${named.title}</h1>
      <p class="by">${named.status[certificate.status]}</p>
      <dl>
        <dt>${named.issuer}</dt>
        <dd>${certificate.issuer ?? '–'}</dd>
        <dt>${named.issued}</dt>
        <dd>${day(certificate.issued_at)}</dd>
        ${
          certificate.withdrawn_at &&
          html`<dt>${named.withdrawn}</dt>
            <dd>${day(certificate.withdrawn_at)}</dd>`
        }
        ${facts.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
        ${
          certificate.registry_id &&
          html`<dt>${words.artId}</dt>
            <dd><a class="id" href="/artworks/${certificate.registry_id}">${certificate.registry_id}</a></dd>`
        }
      </dl>
      ${
        certificate.statement === null
          ? html`<p class="notice">${named.notPublic}</p>`
          : html`<ul class="forms">
                <li><a href="${path}.pdf" type="application/pdf">${named.pdf}</a></li>
                <li><a href="${path}.pdf?size=letter" type="application/pdf">${named.letter}</a></li>
                <li><a href="${path}.json" type="application/json">${named.signed}</a></li>
              </ul>
              <p>${named.check}</p>`
      }
      <p>${named.meaning}</p>`,
  });
}
