// Sends a page or another public form of a record: in the encoding that the reader takes, with an ETag for each, and
// 304 for what the reader has already. Nothing is stored by anybody without asking again, because a work that is hidden must
// be gone at once (public-side.md).
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import accepts from 'accepts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { JSON_TYPE } from '../http/error-replies.ts';
import { LANGUAGES, localeOf } from './words.ts';
import type { Language, Locale } from './words.ts';
import type { Clock } from '#kit/clock';

/** `link`: the value of its Link header; undefined: it has none. */
export type Form = { type: string; body: string | Buffer; link?: string | undefined };

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

/** A form in one encoding. */
export type Encoded = Form & { etag: string; encoding: Encoding };

/** Readers send few different headers, and short ones: what each of them asks for is found once. */
const MAX_HEADERS = 1000;
const MAX_KEPT_LENGTH = 200;
const languages = new LRUCache<string, Language>({ max: MAX_HEADERS });
const encodings = new LRUCache<string, Encoding>({ max: MAX_HEADERS });

/** The language that the reader likes best of ours; English where none is. */
export function localeFor(request: FastifyRequest): Locale {
  const header = request.headers['accept-language'] ?? '';
  const best = known(languages, header, () => {
    const liked = accepts(request.raw).languages(LANGUAGES);
    return LANGUAGES.find((language) => language === liked) ?? 'en';
  });
  return localeOf(best);
}

/** The encoding that the reader likes best of ours. */
export function encodingFor(request: FastifyRequest): Encoding {
  const header = request.headers['accept-encoding'];
  return known(encodings, String(header), () => {
    const liked = accepts(request.raw).encoding([...ENCODINGS]);
    return ENCODINGS.find((encoding) => encoding === liked) ?? 'identity';
  });
}

function known<Value extends string>(
  kept: LRUCache<string, Value>,
  header: string,
  find: () => Value,
): Value {
  if (header.length > MAX_KEPT_LENGTH) return find();
  let value = kept.get(header);
  if (value === undefined) {
    value = find();
    kept.set(header, value);
  }
  return value;
}

/** Sends 200 with the form, or 304, for which nothing is encoded. `caching`: by default every reader asks again each time. */
export function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  caching = 'public, no-cache',
): FastifyReply {
  const encoding = usefulEncoding(form, encodingFor(request));
  const etag = etagOf(form, encoding);
  if (isKnown(request, etag)) return sendUnchanged(reply, etag, caching);
  return sendEncoded(reply, encode(form, encoding, etag), caching);
}

/** The form as it is sent to who takes this encoding. */
export function encodedFor(form: Form, wanted: Encoding): Encoded {
  const encoding = usefulEncoding(form, wanted);
  return encode(form, encoding, etagOf(form, encoding));
}

/** The same as `sendForm` for what is encoded already. */
export function sendKnown(request: FastifyRequest, reply: FastifyReply, encoded: Encoded): FastifyReply {
  const { etag } = encoded;
  return isKnown(request, etag) ? sendUnchanged(reply, etag) : sendEncoded(reply, encoded);
}

/** The same as `sendForm` for what takes long to make. `etag` is of what it is made from; for 304 nothing is made. */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, make }: { etag: string; make: () => Promise<Form> },
): Promise<FastifyReply> {
  if (isKnown(request, etag)) return sendUnchanged(reply, etag);
  return sendEncoded(reply, { ...(await make()), etag, encoding: 'identity' });
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

/** Last-Modified of a file, never later than the answer itself (RFC 9110, 8.8.2.1): its clock may have been ahead. */
export function lastModifiedOf(written: Date, clock: Pick<Clock, 'now'>): string {
  return new Date(Math.min(written.getTime(), clock.now())).toUTCString();
}

function sendUnchanged(reply: FastifyReply, etag: string, caching = 'public, no-cache'): FastifyReply {
  return reply.code(304).headers({ 'cache-control': caching, vary: VARY, etag }).send();
}

function sendEncoded(reply: FastifyReply, encoded: Encoded, caching = 'public, no-cache'): FastifyReply {
  const { type, etag, encoding, body, link } = encoded;
  reply.headers({ 'cache-control': caching, vary: VARY, etag, 'content-type': type });
  if (link !== undefined) reply.header('link', link);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}

function usefulEncoding({ type, body }: Form, wanted: Encoding): Encoding {
  return body.length < SMALLEST || !COMPRESSIBLE.test(type) ? 'identity' : wanted;
}

/** Of the Link header, too: who is told that nothing changed keeps the one that came with the body, and with it a licence that ended. */
function etagOf({ type, body, link = '' }: Form, encoding: Encoding): string {
  const hash = createHash('sha256').update(type).update(link).update(body).digest('base64url').slice(0, 27);
  return `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
}

function encode(form: Form, encoding: Encoding, etag: string): Encoded {
  if (encoding === 'br')
    return { ...form, etag, encoding, body: ownBytes(brotliCompressSync(form.body, BROTLI)) };
  if (encoding === 'gzip') return { ...form, etag, encoding, body: ownBytes(gzipSync(form.body, GZIP)) };
  return { ...form, etag, encoding };
}

/** A copy: what zlib answers is a piece of a buffer of up to 64 KiB, and a page that is kept would hold all of it. */
function ownBytes(piece: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}

/** Weak comparison, as If-None-Match asks for (RFC 9110, 13.1.2). */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
