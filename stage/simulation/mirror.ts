// Who keeps a copy of the registry by `/changes`, and one by `updated_since`, and reads on at any time of the day.
import { isAnswered, isOfRegistry } from './outcome.ts';
import type { Answered, Outcome } from './outcome.ts';
import type { Timeline } from './timeline.ts';

/** What it needs of the world. */
type Surroundings = {
  timeline: Timeline;
  reader: { apiKey: string };
  mustMirrorsRestart: boolean;
  call: (from: string, method: string, path: string, options: { apiKey: string }) => Promise<Outcome>;
  fault: (text: string) => void;
};

export type Listed = {
  data: {
    registry_id: string;
    updated_at: string;
    title: string;
    medium: string | null;
    availability: string;
  }[];
  pagination?: { has_more?: boolean };
};
type Changes = { data: { op: string; registry_id?: string }[]; next_after: number; has_more: boolean };

/** Undefined where the registry does not answer for twenty seconds. */
export async function ask(
  world: Surroundings,
  path: string,
  apiKey = world.reader.apiKey,
): Promise<Answered | undefined> {
  for (let tries = 0; tries < 20; tries += 1) {
    const outcome = await world.call('observer', 'GET', path, { apiKey });
    const isWhole = isAnswered(outcome) && isOfRegistry(outcome);
    if (isWhole && outcome.status < 500 && outcome.status !== 429) return outcome;
    await world.timeline.sleep(1000);
  }
  return undefined;
}

/** Follows `/changes`, and `updated_since`, from where it was: at any time of the day, whatever the clocks say then. */
export class Mirror {
  readonly ids = new Set<string>();
  readonly records = new Map<string, Listed['data'][number]>();
  #after = 0;
  #since = '1970-01-01T00:00:00Z';
  #isReading = false;

  #restart(): void {
    this.ids.clear();
    this.records.clear();
    this.#after = 0;
    this.#since = '1970-01-01T00:00:00Z';
  }

  /** False where the registry did not answer: it continues from there another time. */
  async follow(world: Surroundings, limit: number): Promise<boolean> {
    if (this.#isReading) return false;
    this.#isReading = true;
    try {
      if (world.mustMirrorsRestart) this.#restart();
      world.mustMirrorsRestart = false;
      return (await this.#followChanges(world, limit)) && (await this.#followUpdates(world, limit));
    } finally {
      this.#isReading = false;
    }
  }

  async #followChanges(world: Surroundings, limit: number): Promise<boolean> {
    for (let hasMore = true; hasMore;) {
      const outcome = await ask(world, `/api/v1/changes?after=${this.#after}&limit=${limit}`);
      if (outcome === undefined) return false;
      if (outcome.status !== 200) world.fault(`/changes answered ${outcome.status}`);
      if (outcome.status !== 200) return false;
      const page = outcome.json as Changes;
      for (const { op, registry_id: id } of page.data)
        if (op === 'upsert') this.ids.add(id!);
        else if (op === 'remove') this.ids.delete(id!);
      if (page.has_more && page.next_after <= this.#after) world.fault('/changes does not continue');
      this.#after = page.next_after;
      hasMore = page.has_more;
    }
    return true;
  }

  /** A page begins with the last work of the one before. */
  async #followUpdates(world: Surroundings, limit: number): Promise<boolean> {
    for (let hasMore = true; hasMore;) {
      const since = encodeURIComponent(this.#since);
      const outcome = await ask(world, `/api/v1/artworks?limit=${limit}&updated_since=${since}`);
      if (outcome === undefined) return false;
      if (outcome.status !== 200) world.fault(`updated_since answered ${outcome.status}`);
      if (outcome.status !== 200) return false;
      const { data, pagination } = outcome.json as Listed;
      for (const record of data) this.records.set(record.registry_id, record);
      const last = data.at(-1)?.updated_at ?? this.#since;
      hasMore = pagination?.has_more === true;
      if (hasMore && last === this.#since) world.fault('updated_since does not continue');
      this.#since = last;
      hasMore &&= data.length > 1;
    }
    return true;
  }
}
