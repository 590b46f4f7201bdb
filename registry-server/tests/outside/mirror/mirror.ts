// A mirror of a registry as somebody outside writes it: works by Art ID, changed by the steps of a feed. It knows no database and no
// code of the server.
export type MirroredWork = {
  registry_id: string;
  location: { country: string } | null;
  current_collection: {
    slug: string;
    name: string;
    type: string;
    city: string | null;
    country: string | null;
  } | null;
  source: { installation_id: string | null; site_url: string | null; last_synced_at?: string } | null;
};

type Holder = { slug: string; name: string; city: string | null; country: string | null };

export class Mirror {
  readonly works = new Map<string, MirroredWork>();
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  put(work: MirroredWork): void {
    this.works.set(work.registry_id, work);
  }

  remove(registryId: string): void {
    this.works.delete(registryId);
  }

  /** Reads the work as it is now. One that is gone by then has a later step of its own, which says so. */
  async readAgain(registryId: string): Promise<void> {
    const response = await fetchPatiently(`${this.#address}/artworks/${registryId}.json`);
    const body = await response.text();
    if (response.status === 200) this.put(JSON.parse(body) as MirroredWork);
    else if (response.status === 404 || response.status === 410) this.remove(registryId);
    else throw new Error(`${registryId} answers ${response.status}: ${body}`);
  }

  /** All works that a profile holds show what it shows. */
  holderChanged(formerSlug: string, { slug, name, city, country }: Holder): void {
    for (const work of this.works.values()) {
      if (work.current_collection?.slug !== formerSlug) continue;
      work.current_collection = { ...work.current_collection, slug, name, city, country };
      work.location = country === null ? null : { country };
    }
  }

  siteMoved(installationId: string, siteUrl: string): void {
    for (const { source } of this.works.values())
      if (source?.installation_id === installationId) source.site_url = siteUrl;
  }
}

/** Beside other work on the machine, a server takes a minute to start. */
const PATIENCE_MS = 240_000;

/** Continues asking while the server is away. */
export async function fetchPatiently(address: string, init: RequestInit = {}): Promise<Response> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const response = await fetch(address, { ...init, signal: AbortSignal.timeout(10_000) });
      if (response.status < 500) return response;
      await response.arrayBuffer();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
