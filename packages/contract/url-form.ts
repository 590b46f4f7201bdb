// One form for the many ways to write one address, to compare it by. It is stored and shown as it was sent.

const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * Scheme and host in lower case, the default port dropped; of the percent-encoding, unreserved characters decoded, the others in capitals,
 * and characters that no address may hold encoded. Throws where it is no address.
 */
export function urlForm(address: string): string {
  return percentForm(new URL(address).href);
}

/** A part of an address with its percent-encoding in one form (RFC 3986, 6.2.2). */
export function percentForm(part: string): string {
  return part
    .replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
      const character = String.fromCharCode(parseInt(hex, 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    })
    .replace(/[|^`{}"<>\\]/g, (character) => encodeURIComponent(character));
}
