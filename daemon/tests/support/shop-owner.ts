// An owner who never rests: works come, change, leave and return at random. Remembers what the registry must show in the end.
import { ECHO_TOLERANCE_MS } from '../../src/sync/bookkeeping/echo.ts';
import type { FakeRegistry } from './fake-registry.ts';
import type { FakeSite } from '../../../stage/fakes/fake-site.ts';
import type { Random } from '../../../stage/fakes/random.ts';
import { sampleArtwork } from './sample-artwork.ts';

type Wish = { state: 'shared' | 'not_shared' | 'gone'; artwork: { [field: string]: unknown } };

/** Fewer than the bulk removal check allows, so that a run needs no owner's yes. */
const MOST_DEPARTURES = 4;

export class ShopOwner {
  readonly wishes = new Map<string, Wish>();
  private readonly site: FakeSite;
  private readonly random: Random;
  private readonly firstId: number;
  private departures = 0;

  /** `firstId`: number of the first work; owners of several shops must not share any. */
  constructor(site: FakeSite, random: Random, firstId = 1) {
    this.firstId = firstId;
    this.site = site;
    this.random = random;
  }

  open(works: number): void {
    for (let count = 0; count < works; count += 1) this.shareNew();
  }

  /** One thing that an owner does. */
  act(): void {
    const known = [...this.wishes.keys()];
    const id = this.random.pick(known);
    const wish = this.wishes.get(id)!;
    const chance = this.random.next();
    if (chance < 0.2) return this.shareNew();
    if (wish.state !== 'shared') return this.share(id, wish.artwork);
    if (chance < 0.3 && this.departures < MOST_DEPARTURES) return this.leave(id, wish);
    const amount = this.random.pick([100, 120, 140]);
    const patch: { [field: string]: unknown }[] = [
      { price: { amount, currency: 'EUR' } },
      { medium: this.random.pick(['Oil', 'Ink', undefined]) },
      { availability: this.random.pick(['for_sale', 'on_loan']) },
      {},
    ];
    this.share(id, { ...wish.artwork, ...this.random.pick(patch) });
  }

  /**
   * Somebody at the registry changes a title, or takes a work out and puts it back; not within the moment after a write of
   * ours in which only the audit would see it.
   */
  meddle(registry: FakeRegistry): void {
    const ours = registry.artworks
      .list()
      .filter((work) => registry.artworks.isPublic(work))
      .filter((work) => registry.now() - Date.parse(work.updatedAt) > 2 * ECHO_TOLERANCE_MS);
    if (ours.length === 0) return;
    const work = this.random.pick(ours);
    if (this.random.next() < 0.5) return registry.artworks.edit(work, { title: 'Somebody changed this' });
    registry.artworks.setWithdrawn(work, true);
    registry.artworks.setWithdrawn(work, false);
  }

  private shareNew(): void {
    const id = this.firstId + this.wishes.size;
    this.share(String(id), sampleArtwork(id));
  }

  private share(id: string, artwork: { [field: string]: unknown }): void {
    this.wishes.set(id, { state: 'shared', artwork });
    this.site.share(id, artwork);
  }

  private leave(id: string, wish: Wish): void {
    this.departures += 1;
    const state = this.random.pick(['not_shared', 'gone'] as const);
    this.wishes.set(id, { ...wish, state });
    this.site.leave(id, state);
  }
}
