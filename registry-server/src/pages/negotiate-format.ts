// Which form of a record an address and its Accept header ask for.
import type { FastifyRequest } from 'fastify';
import { acceptedType } from './accepted-type.ts';

export type ById = {
  Params: { id: string };
  Querystring: { profile?: string; page?: string; size?: string };
};
export type WantedForm = 'html' | 'json' | 'jsonld' | 'linked-art';

export const SUFFIX = /\.(json|jsonld)$/;

/** With its question mark; empty where there is none. A redirect keeps it. */
export const queryOf = ({ url }: Pick<FastifyRequest, 'url'>): string => /\?.*$/.exec(url)?.[0] ?? '';

/** A suffix decides; without one the Accept header does, and a browser gets the page. */
export function wantedForm(request: FastifyRequest<ById>): { id: string; form: WantedForm } {
  const { id } = request.params;
  const suffix = SUFFIX.exec(id)?.[1];
  const bare = id.replace(SUFFIX, '');
  const isLinkedArt =
    request.query.profile === 'linked-art' || /linked\.art/.test(request.headers.accept ?? '');
  if (suffix === 'json') return { id: bare, form: 'json' };
  if (suffix === 'jsonld') return { id: bare, form: isLinkedArt ? 'linked-art' : 'jsonld' };
  const type = acceptedType(request, ['text/html', 'application/ld+json', 'application/json']);
  if (type === 'application/ld+json') return { id, form: isLinkedArt ? 'linked-art' : 'jsonld' };
  return { id, form: type === 'application/json' ? 'json' : 'html' };
}
