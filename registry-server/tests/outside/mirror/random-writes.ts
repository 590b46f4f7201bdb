// Random writes of galleries (over HTTP) and of the operator (as the command line does them, beside the server).
import { StorageUnavailable } from '../../../src/storage/storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { fetchPatiently } from './mirror.ts';

export type Gallery = { slug: string; apiKey: string; installationId: string };
export type World = { address: string; storage: Storage; galleries: Gallery[]; random: () => number };

const ARTISTS = ['Ana Ruiz', 'Berthe Morisot', 'Sonia Delaunay', 'Paul Klee', 'P. Klee', 'Emil Nolde'];
const AVAILABILITIES = ['for_sale', 'sold', 'not_for_sale', 'fully_private', 'open_to_offers'];

export class RandomWrites {
  readonly #world: World;
  readonly #ids: string[] = [];
  #serial = 0;
  /** Operations that were answered, by name. */
  readonly counts: Record<string, number> = {};

  constructor(world: World) {
    this.#world = world;
  }

  async one(): Promise<void> {
    const { random } = this.#world;
    const dice = random();
    const name =
      dice < 0.4
        ? 'publish'
        : dice < 0.7
          ? 'change'
          : dice < 0.8
            ? 'source'
            : this.#pick([
                'withdraw',
                'restore',
                'transfer',
                'profile',
                'slug',
                'move',
                ...(random() < 0.3 ? ['rename', 'merge'] : []),
              ]);
    // A command that found no database is not repeated; whether it was done is read in the end.
    const done = await this[name as 'publish']().then(
      () => name,
      (error: unknown) => {
        if (error instanceof StorageUnavailable) return 'unavailable';
        throw error;
      },
    );
    this.counts[done] = (this.counts[done] ?? 0) + 1;
  }

  async publish(): Promise<void> {
    const gallery = this.#pick(this.#world.galleries);
    const serial = (this.#serial += 1);
    const { random } = this.#world;
    const answer = await this.#send(gallery, 'POST', '/artworks', {
      title: `Work ${serial}`,
      artist_name: this.#pick(ARTISTS),
      year_created: String(1800 + Math.floor(random() * 220)),
      availability: this.#pick(AVAILABILITIES),
      integration: { installation_id: gallery.installationId, external_id: `e${serial}` },
    });
    const id = (answer as { registry_id?: string }).registry_id;
    if (id !== undefined) this.#ids.push(id);
  }

  async change(): Promise<void> {
    const id = this.#anyId();
    if (id === undefined) return;
    await this.#send(this.#pick(this.#world.galleries), 'PATCH', `/artworks/${id}`, {
      ...(this.#world.random() < 0.5
        ? { availability: this.#pick(AVAILABILITIES) }
        : { title: `Changed ${(this.#serial += 1)}`, artist_name: this.#pick(ARTISTS) }),
    });
  }

  async source(): Promise<void> {
    const id = this.#anyId();
    const gallery = this.#pick(this.#world.galleries);
    if (id === undefined) return;
    await this.#send(gallery, 'PATCH', `/artworks/${id}/source`, {
      installation_id: gallery.installationId,
      status: this.#pick(['active', 'unpublished', 'removed']),
    });
  }

  async withdraw(): Promise<void> {
    const id = this.#anyId();
    if (id !== undefined) await this.#world.storage.withdrawArtwork(id);
  }
  async restore(): Promise<void> {
    const id = this.#anyId();
    if (id !== undefined) await this.#world.storage.restoreArtwork(id);
  }
  async transfer(): Promise<void> {
    const id = this.#anyId();
    if (id !== undefined)
      await this.#world.storage.transferArtwork(id, this.#pick(this.#world.galleries).slug);
  }
  async profile(): Promise<void> {
    const { storage, galleries, random } = this.#world;
    await storage.updateProfile(this.#pick(galleries).slug, {
      name: `Gallery ${(this.#serial += 1)}`,
      city: this.#pick([null, 'Basel', 'Wien']),
      country: this.#pick([null, 'CH', 'AT']),
      showCountry: random() < 0.5,
    });
  }
  async slug(): Promise<void> {
    const gallery = this.#pick(this.#world.galleries);
    const slug = `gallery-${(this.#serial += 1)}`;
    const known = gallery.slug;
    gallery.slug = slug;
    await this.#world.storage.updateProfile(known, { slug });
  }
  async move(): Promise<void> {
    const gallery = this.#pick(this.#world.galleries);
    await this.#send(gallery, 'POST', `/integrations/installations/${gallery.installationId}/move`, {
      site_url: `https://site-${(this.#serial += 1)}.example`,
    });
  }
  async rename(): Promise<void> {
    const artist = await this.#anyArtist();
    if (artist !== undefined)
      await this.#world.storage.renameArtist(artist, `Artist ${(this.#serial += 1)}`).catch(() => undefined);
  }
  async merge(): Promise<void> {
    const [from, into] = [await this.#anyArtist(), await this.#anyArtist()];
    if (from !== undefined && into !== undefined && from !== into)
      await this.#world.storage.mergeArtists(from, into).catch(() => undefined);
  }

  async #anyArtist(): Promise<string | undefined> {
    const id = this.#anyId();
    return id === undefined ? undefined : (await this.#world.storage.findPublicArtwork(id))?.artist?.id;
  }

  #anyId(): string | undefined {
    return this.#ids[Math.floor(this.#world.random() * this.#ids.length)];
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#world.random() * items.length)] as Item;
  }

  async #send(gallery: Gallery, method: string, path: string, body: object): Promise<unknown> {
    const response = await fetchPatiently(`${this.#world.address}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${gallery.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `key-${(this.#serial += 1)}`,
      },
      body: JSON.stringify(body),
    });
    // Of another gallery, withdrawn, or refused because somebody is there already: that belongs to random writes.
    if (![200, 201, 403, 404, 409].includes(response.status))
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
