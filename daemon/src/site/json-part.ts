/**
 * The JSON object in an answer, without what others put around it: a byte order mark, a notice of PHP, the comment of a cache. What the
 * site said is in its signature, so nothing can be slipped in this way. An answer without an object comes back as it is.
 */
export function jsonPart(body: Buffer): Buffer {
  const from = body.indexOf('{"');
  const to = body.lastIndexOf('}') + 1;
  return from < 0 || to <= from ? body : body.subarray(from, to);
}
