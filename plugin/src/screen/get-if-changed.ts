// Asks for a page and sends along which answer is known: where nothing changed, the site answers 304 without a body, and the former
// object is returned, so that nothing is drawn again.
import apiFetch from '@wordpress/api-fetch';

const NOT_MODIFIED = 304;

/** Path → its last answer. A screen asks for few paths, so none is ever forgotten but by a newer answer. */
const answers = new Map<string, { tag: string; body: unknown }>();

export async function getIfChanged<T>(path: string): Promise<T> {
  const known = answers.get(path);
  try {
    const response = await apiFetch<Response, false>({
      path,
      parse: false,
      ...(known ? { headers: { 'If-None-Match': known.tag } } : {}),
    });
    const body = (await response.json()) as T;
    const tag = response.headers.get('ETag');
    if (tag !== null) answers.set(path, { tag, body });
    return body;
  } catch (cause) {
    if (!(cause instanceof Response)) throw cause;
    if (cause.status === NOT_MODIFIED && known) return known.body as T;
    // Once more in the ordinary way, which renews a nonce that is too old and reads the site's message.
    return apiFetch<T>({ path });
  }
}
