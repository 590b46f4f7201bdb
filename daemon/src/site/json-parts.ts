const [QUOTE, BACKSLASH, OPEN, CLOSE] = Buffer.from('"\\{}');

/** Each costs a look at what follows, and a site prints what it likes. */
const MOST_TRIED = 8;
/** Bytes that are looked through once more than each of the body's twice: a page of works may stand behind two objects of others. */
const MOST_NOTICE = 1024 * 1024;

/**
 * The JSON objects that may be an answer, without what others put around it: a byte order mark, a notice of PHP with an object in it, the
 * comment or script of a cache. Which one the site said is in its signature, so nothing can be slipped in this way. An answer without an
 * object comes as it is. `mostBytes`: of one object; a larger one is none.
 */
export function* jsonParts(body: Buffer, mostBytes = Infinity): Generator<Buffer, void> {
  let isAny = false;
  let from = body.indexOf('{"');
  // Objects that are not closed would be looked through to the end each time.
  let left = 2 * body.length + MOST_NOTICE;
  for (let tried = 0; from >= 0 && tried < MOST_TRIED && left > 0; tried += 1) {
    const limit = Math.min(body.length, from + Math.min(mostBytes, left));
    const to = endOf(body, from, limit);
    left -= (to < 0 ? limit : to) - from;
    if (to >= 0) {
      isAny = true;
      yield body.subarray(from, to);
    }
    from = body.indexOf('{"', from + 1);
  }
  if (!isAny) yield body.subarray(0, Math.min(body.length, mostBytes));
}

/** The index after the object that begins there; -1: it is not closed before `limit`. */
function endOf(body: Buffer, from: number, limit: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < limit; at++) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return -1;
}
