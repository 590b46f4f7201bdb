// What the people outside know: which Art IDs they were given, and what was answered last of each work. The smallest checks stand on it.
import type { Random } from '../fakes/random.ts';
import type { Shop } from './shop.ts';

/** Who publishes by the API: the publisher without a shop, a house, or the gallery of a shop. */
export type Publisher = { slug: string; apiKey: string };

/** A request with an idempotency key, which may be sent again at any time. */
export type Keyed = { publisher: Publisher; serial: number; key: string; path: string; body: object };

/** An organisation that lives for a while. `since`, `erased`: after how many commits it was founded and erased. */
export type House = Publisher & {
  profile: string;
  prefix: string;
  webhookId: string | null;
  since: number;
  /** `in doubt`: its erasure has begun, and was not answered yet. */
  state: 'here' | 'in doubt' | 'erased';
  erased: number;
  erasedMs: number;
};

/** A shop that asks for its key by the sync service. `approved`: the number of that entry of the history; null: not known to be. */
export type Newcomer = { shop: Shop; email: string; approved: number | null };

/** A shop that has left its registry for the other one. `hasOrdered`: its owner has handed the key of that over. */
export type Emigrant = { shop: Shop; hasOrdered: boolean };

export type KnownWork = {
  id: string;
  publisher: Publisher;
  expected: { medium?: string; availability?: string; isWithdrawn?: boolean };
  /** After how many commits it was changed last. */
  touched: number;
  /** Somebody is changing it: what it shows may be the one or the other. */
  isBusy: boolean;
};

type Published = { publisher: Publisher; serial: number; medium: string; since: number };

export class Knowledge {
  /** Every Art ID that was ever given out, and for which work. */
  readonly issued = new Map<string, number>();
  readonly works = new Map<string, KnownWork>();
  readonly certificates: string[] = [];
  /** Works of the other registry. */
  readonly withdrawnElsewhere = new Set<string>();
  readonly requests: Keyed[] = [];
  /** Who asked for access. */
  readonly people: string[] = [];
  houses: House[] = [];
  readonly newcomers: Newcomer[] = [];
  /** Names that open the console, as far as the administrator knows. */
  readonly operators = new Set<string>();
  readonly emigrants: Emigrant[] = [];
  onFault: (text: string) => void = () => undefined;
  readonly #ofShops = new Map<string, KnownWork>();

  published(id: string, { publisher, serial, medium, since }: Published): void {
    const before = this.issued.get(id);
    if (before !== undefined && before !== serial)
      this.onFault(`${id} was given to work ${before} and to work ${serial}`);
    this.issued.set(id, serial);
    const expected = { medium, availability: 'for_sale' };
    this.works.set(id, { id, publisher, expected, touched: since, isBusy: false });
  }

  pick(random: Random, isMeant: (work: KnownWork) => boolean = () => true): KnownWork | undefined {
    const free = [...this.works.values()].filter((work) => !work.isBusy && isMeant(work));
    return free.length === 0 ? undefined : random.pick(free);
  }

  /** What it shows is for its shop to say; of it is known only what an operator did. */
  ofShop(id: string, publisher: Publisher): KnownWork {
    const known = this.#ofShops.get(id);
    if (known !== undefined) return known;
    const work = { id, publisher, expected: {}, touched: 0, isBusy: false };
    this.#ofShops.set(id, work);
    return work;
  }

  /** What became of its last change is not known, or it is somebody else's. */
  doubt({ id }: KnownWork): void {
    this.works.delete(id);
    this.#ofShops.delete(id);
  }

  /** Its works go with it. */
  leave(house: House): void {
    for (const work of [...this.works.values()]) if (work.publisher === house) this.doubt(work);
  }

  /** A restore went back to what was there after so many commits. Unless the replaced database was compared, the erased are back. */
  goBack(commits: number, isKept: boolean): void {
    for (const work of [...this.works.values()]) if (work.touched >= commits) this.doubt(work);
    this.#ofShops.clear();
    this.houses = this.houses.filter(({ since }) => since < commits);
    for (const house of this.houses)
      if (!isKept && house.state !== 'here' && house.erased >= commits) house.state = 'here';
  }
}
