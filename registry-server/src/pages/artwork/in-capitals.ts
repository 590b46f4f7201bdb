// A work has one address. An Art ID that was typed in small letters leads to it, whether or not there is such a work: the answer
// may not tell a hidden work from an Art ID that was never issued.
import { artIdOf } from '@artwork-registry/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '../../http/endpoint.ts';
import { queryOf, SUFFIX } from '../negotiate-format.ts';

/** For the addresses below `/artworks/:id`: redirects to the same one with the Art ID in capitals; suffix and query stay. */
export function leadToCapitals(publicUrl: () => string) {
  // With `done`, as the hooks of app.ts: it runs before each page.
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { id } = request.params as { id: string };
    const suffix = SUFFIX.exec(id)?.[0] ?? '';
    const artId = artIdOf(suffix === '' ? id : id.slice(0, -suffix.length));
    if (artId === undefined || `${artId}${suffix}` === id) {
      done();
      return;
    }
    const behind = routeOf(request).slice('/artworks/:id'.length);
    void reply.redirect(`${publicUrl()}/artworks/${artId}${suffix}${behind}${queryOf(request)}`, 301);
  };
}
