// Remembers browsers that signed in before. Strangers who guess passwords share one budget of tries; a browser with this
// signed cookie has its own, so they cannot lock the operator out. The cookie alone opens nothing.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const DEVICE_COOKIE = 'registry_operator_device';
export const DEVICE_SECONDS = 180 * 86_400;

export class Devices {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  make(): string {
    const id = randomBytes(16).toString('base64url');
    return `${id}.${this.#sign(id)}`;
  }

  /** The id of a browser that has signed in; undefined for any other. */
  idOf(cookie: string | undefined): string | undefined {
    const [id = '', signature = ''] = (cookie ?? '').split('.');
    const [given, wanted] = [Buffer.from(signature), Buffer.from(this.#sign(id))];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : undefined;
  }

  #sign(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url');
  }
}
