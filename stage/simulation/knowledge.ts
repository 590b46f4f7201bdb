// What the people outside know: which Art IDs they were given, and what was answered last of each work. The smallest checks stand on it.
import type { Random } from '../fakes/random.ts';

export type KnownWork = {
  id: string;
  serial: number;
  expected: { medium?: string; availability?: string; isWithdrawn?: boolean };
  /** After how many commits it was changed last. */
  touched: number;
  /** Somebody is changing it: what it shows may be the one or the other. */
  isBusy: boolean;
};

export class Knowledge {
  /** Every Art ID that was ever given out, and for which work. */
  readonly issued = new Map<string, number>();
  readonly works = new Map<string, KnownWork>();
  readonly certificates: string[] = [];
  /** Who asked for access. */
  readonly people: string[] = [];
  onFault: (text: string) => void = () => undefined;

  published(id: string, { serial, medium, since }: { serial: number; medium: string; since: number }): void {
    const before = this.issued.get(id);
    if (before !== undefined && before !== serial)
      this.onFault(`${id} was given to work ${before} and to work ${serial}`);
    this.issued.set(id, serial);
    const expected = { medium, availability: 'for_sale' };
    this.works.set(id, { id, serial, expected, touched: since, isBusy: false });
  }

  pick(random: Random): KnownWork | undefined {
    const free = [...this.works.values()].filter(({ isBusy }) => !isBusy);
    return free.length === 0 ? undefined : random.pick(free);
  }

  /** What became of the last change is not known. */
  doubt(work: KnownWork): void {
    this.works.delete(work.id);
  }

  forget(work: KnownWork): void {
    this.works.delete(work.id);
  }

  /** A restore went back to what was there after so many commits. */
  goBack(commits: number): void {
    for (const work of this.works.values()) if (work.touched >= commits) this.works.delete(work.id);
  }
}
