// Operations of the API that will go, and what their answers say about it: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link.
import type { FastifyReply } from 'fastify';

export type Deprecation = {
  /** Day from which programs should use another operation, such as 2027-01-31. */
  since: string;
  /** Day on which it stops: at least a year later (docs/api.md "What may change"). */
  until: string;
  /** `operationId` of what takes its place. */
  instead: string;
};

/** By operationId. An operation that stopped is taken out of here and of endpoints.ts. */
export type Deprecations = Readonly<Record<string, Deprecation>>;

export const DEPRECATIONS: Deprecations = {};

const dayOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Puts the headers on an answer; `docs` is the address of the API description. */
export function addDeprecationHeaders(
  reply: FastifyReply,
  { since, until }: Deprecation,
  docs: string,
): void {
  reply.header('deprecation', `@${dayOf(since).getTime() / 1000}`);
  reply.header('sunset', dayOf(until).toUTCString());
  reply.header('link', `<${docs}>; rel="deprecation"; type="text/html"`);
}

/** Sentence of the API description. */
export function deprecationWords({ since, until, instead }: Deprecation): string {
  return `Deprecated since ${since}, stops on ${until}. Use \`${instead}\` instead.`;
}
