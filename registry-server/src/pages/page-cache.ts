// Pages of works that were asked for lately, as they are sent. What a work shows is read again each time; a page is made again only
// where that changed.
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodedFor, encodingFor, sendKnown } from './answer.ts';
import type { Encoded, Form } from './answer.ts';

const MOST_BYTES = 24 * 2 ** 20;
/** Beside the texts, each of whose characters may take two bytes, and the encoded body: a kept page's objects. */
const BYTES_BESIDE = 500;

type Kept = { made: string; encoded: Encoded };

export class KeptForms {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ made, encoded: { body, link = '' } }, name) =>
      2 * (made.length + link.length + name.length) +
      (typeof body === 'string' ? 2 * body.length : body.length) +
      BYTES_BESIDE,
  });

  /** Sends the form of this name; `made` is everything that it depends on beside its name. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, made, make }: { name: string; made: string; make: () => Form },
  ): FastifyReply {
    const encoding = encodingFor(request);
    const key = `${name} ${encoding}`;
    let kept = this.#kept.get(key);
    if (kept?.made !== made) {
      kept = { made, encoded: encodedFor(make(), encoding) };
      this.#kept.set(key, kept);
    }
    return sendKnown(request, reply, kept.encoded);
  }
}
