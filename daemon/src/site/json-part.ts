const [QUOTE, BACKSLASH, OPEN, CLOSE] = Buffer.from('"\\{}');

/**
 * The JSON object in an answer, without what others put around it: a byte order mark, a notice of PHP, the comment or script of a cache.
 * What the site said is in its signature, so nothing can be slipped in this way. An answer without an object comes back as it is.
 */
export function jsonPart(body: Buffer): Buffer {
  const from = body.indexOf('{"');
  const to = from < 0 ? -1 : endOf(body, from);
  return to < 0 ? body : body.subarray(from, to);
}

/** The index after the object that begins there; -1: it is not closed. */
function endOf(body: Buffer, from: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return -1;
}
