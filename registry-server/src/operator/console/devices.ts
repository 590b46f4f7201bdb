// Remembers browsers that signed in before. Strangers who guess passwords share one budget of tries; a browser with this
// signed cookie has its own, so they cannot lock the operator out. The cookie alone opens nothing.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '../../secret-key.ts';

export const DEVICE_COOKIE = 'registry_operator_device';
export const DEVICE_SECONDS = 180 * 86_400;

export class Devices {
  readonly #keys: SecretKeys;

  /** Of the installation: the first signs, all of them verify. */
  constructor([newest, ...older]: SecretKeys) {
    const derive = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'operator devices', 32));
    this.#keys = [derive(newest), ...older.map(derive)];
  }

  make(): string {
    const id = randomBytes(16).toString('base64url');
    return `${id}.${sign(this.#keys[0], id)}`;
  }

  /** The id of a browser that has signed in; undefined for any other. */
  idOf(cookie: string | undefined): string | undefined {
    const [id = '', signature = ''] = (cookie ?? '').split('.');
    const given = Buffer.from(signature);
    const isOurs = this.#keys.some((key) => {
      const wanted = Buffer.from(sign(key, id));
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
    return isOurs ? id : undefined;
  }
}

function sign(key: Buffer, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url');
}
