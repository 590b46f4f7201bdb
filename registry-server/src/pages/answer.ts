// Sends a page or another public form of a record: in the encoding that the reader takes, with an ETag for each, and
// 304 for what the reader has already. Nothing is stored by anybody without asking again, because a work that is hidden must
// be gone at once (public-side.md).
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import accepts from 'accepts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, speechOf } from './words.ts';
import type { Speech } from './words.ts';

export type Form = { type: string; body: string | Buffer };

export const JSON_TYPE = 'application/json; charset=utf-8';
/** For programs, where there is nothing. */
export const MISSING_JSON: Form = {
  type: JSON_TYPE,
  body: '{"object":"error","error":{"code":"not_found"}}',
};

const VARY = 'Accept, Accept-Language, Accept-Encoding';
/** Smaller bodies would grow, or win nothing. */
const SMALLEST = 600;
const COMPRESSIBLE = /^text\/|json|xml|svg/;
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];
/** A page is small: the usual window would cost more to make than to use. */
const GZIP = { level: 4, memLevel: 6, windowBits: 13 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The language that the reader likes best of ours; English where none is. */
export function speechFor(request: FastifyRequest): Speech {
  const best = accepts(request.raw).languages(LANGUAGES);
  return speechOf(LANGUAGES.find((language) => language === best) ?? 'en');
}

/** Sends 200 with the form, or 304, for which nothing is encoded. `caching`: by default every reader asks again each time. */
export function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  caching = 'public, no-cache',
): FastifyReply {
  const { type, body } = form;
  const encoding = encodingFor(request, type, body);
  const { hash, encoded } = factsOf(form);
  const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  reply.header('cache-control', caching).header('vary', VARY).header('etag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(type);
  if (encoding === 'identity') return reply.send(body);
  let compressed = encoded.get(encoding);
  if (compressed === undefined) {
    compressed = encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body, GZIP);
    encoded.set(encoding, compressed);
  }
  return reply.header('content-encoding', encoding).send(compressed);
}

type Facts = { hash: string; encoded: Map<Encoding, Buffer> };
/** Of a form that is sent several times, once. */
const FACTS = new WeakMap<Form, Facts>();

function factsOf(form: Form): Facts {
  let facts = FACTS.get(form);
  if (facts === undefined) {
    const hash = createHash('sha256').update(form.type).update(form.body).digest('base64url').slice(0, 27);
    facts = { hash, encoded: new Map() };
    FACTS.set(form, facts);
  }
  return facts;
}

/** Sends what is not to be kept by anybody: there is nothing here, or no longer. */
export function sendAbsence(reply: FastifyReply, status: 400 | 404 | 410, form: Form): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('vary', VARY)
    .type(form.type)
    .send(form.body);
}

function encodingFor(request: FastifyRequest, type: string, body: Form['body']): Encoding {
  if (body.length < SMALLEST || !COMPRESSIBLE.test(type)) return 'identity';
  const best = accepts(request.raw).encoding([...ENCODINGS]);
  return ENCODINGS.find((encoding) => encoding === best) ?? 'identity';
}

/** Weak comparison, as If-None-Match asks for (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}
