// Two answers that several forms have: what is wrong with what was typed, and a secret that is shown once and stands in no address.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '#kit/html';
import type { ConsoleContext } from './context.ts';

export function complain(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  section: string,
  complaint: string,
): FastifyReply {
  const main = html`<p class="note bad" role="alert">${complaint}</p>
    <p>Go back in your browser: what you typed is still there.</p>`;
  return context.show(request, reply, { title: 'Nothing was changed', section, main }, 422);
}

/** `what` is a key or a signing secret; `back` leads to the page of the form. */
export function showOnce(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { section, what, secret, back }: { section: string; what: string; secret: string; back: string },
): FastifyReply {
  const main = html`<p>Keep it now: it is not shown again. Send it on a way that others cannot read.</p>
    <p><code class="key">${secret}</code></p>
    <p><a href="${back}">Back</a></p>`;
  return context.show(request, reply, { title: `The ${what}, shown only now`, section, main });
}
