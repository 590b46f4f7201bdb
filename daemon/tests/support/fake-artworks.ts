// The artworks of the test registry: ours and other people's, with sources, hiding, identity and the events they cause.
import { fingerprint, type FingerprintInput } from '@artwork-registry/contract';
import { hash } from 'node:crypto';

export type FakeSource = { installation_id: string; external_id: string; status: string };

export type FakeArtwork = {
  registryId: string;
  holder: string;
  fields: { [field: string]: unknown };
  /** What connected systems said of it, oldest first. */
  sources: FakeSource[];
  /** The one that the registry shows: the oldest active, else the oldest. */
  source: FakeSource | null;
  isWithdrawn: boolean;
  updatedAt: string;
  changes: number;
};

/** A refusal with its HTTP status and code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: { path: string; message: string }[] | undefined;

  constructor(status: number, code: string, issues?: { path: string; message: string }[]) {
    super(code);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

const PRICED = ['for_sale', 'open_to_offers'];

export class FakeArtworks {
  readonly all = new Map<string, FakeArtwork>();
  /** Where each installation is, as every work of it shows. */
  readonly addresses = new Map<string, string>();
  /** The registry refuses works of this title, as a rule of its own that no schema knows. */
  refusedTitle: string | null = null;
  /** Hears of every event, as the registry's delivery worker would. */
  onEvent: (type: string, artwork: FakeArtwork) => void = () => {};
  private nextNumber = 1;
  private lastMicros = 0;
  private readonly byExternalId = new Map<string, FakeArtwork>();
  private readonly formerSources = new Map<string, FakeArtwork>();
  /** Where an external id was heard of last. */
  private readonly installationOf = new Map<string, string>();
  private readonly byKey = new Map<string, FakeArtwork>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  list(): FakeArtwork[] {
    return [...this.all.values()];
  }

  /** In any installation, or in this one. */
  findByExternalId(externalId: string, installationId?: string): FakeArtwork | undefined {
    const id = installationId ?? this.installationOf.get(externalId);
    return this.byExternalId.get(`${id} ${externalId}`);
  }

  /** Puts a record in as another client or the operator would. */
  add(holder: string, fields: { [field: string]: unknown }): FakeArtwork {
    const registryId = `AREG-${this.nextNumber++}`;
    const updatedAt = this.stamp();
    const artwork: FakeArtwork = {
      registryId,
      holder,
      fields,
      sources: [],
      get source() {
        return this.sources.find((source) => source.status === 'active') ?? this.sources[0] ?? null;
      },
      set source(source) {
        this.sources = source ? [source] : [];
      },
      isWithdrawn: false,
      updatedAt,
      changes: 0,
    };
    this.all.set(registryId, artwork);
    this.index(artwork);
    return artwork;
  }

  publish(body: { [field: string]: unknown }, installationId: string): object {
    if (body['title'] === this.refusedTitle) {
      throw new Refusal(422, 'invalid_body', [{ path: 'title', message: 'is not allowed here' }]);
    }
    const externalId = String(body['external_id']);
    const key = fingerprint(body as FingerprintInput);
    const found = key === null ? undefined : this.byKey.get(key);
    const same = found && this.isMatch(found) && keyOf(found) === key ? found : undefined;
    const own = this.findByExternalId(externalId, installationId);
    if (
      same &&
      same.holder === 'ours' &&
      ((own && own !== same) || isOtherWork(same, installationId, externalId))
    ) {
      throw new Refusal(409, 'source_conflict');
    }
    const match = same ?? own ?? this.formerSources.get(`${externalId} ${nameOf(body)}`);
    if (match) {
      if (match.holder === 'ours') this.attach(match, installationId, externalId);
      return this.writeResult(match, same ? 'fingerprint' : 'external_id');
    }
    const artwork = this.add('ours', { ...body });
    this.attach(artwork, installationId, externalId);
    if (this.isPublic(artwork)) this.onEvent('artwork.created', artwork);
    return this.writeResult(artwork, null);
  }

  update(registryId: string, changes: { [field: string]: unknown }): object {
    const artwork = this.getOwn(registryId);
    if (changes['title'] === this.refusedTitle && this.refusedTitle) throw new Refusal(422, 'invalid_body');
    const { integration, ...fields } = changes;
    if (integration !== undefined) {
      const { installation_id, external_id, status = 'active' } = integration as FakeSource;
      this.attach(artwork, installation_id, external_id, status);
    }
    if (Object.keys(fields).length > 0) this.edit(artwork, fields);
    return {
      object: 'artwork_update_result',
      registry_id: registryId,
      public: this.isPublic(artwork),
      changed_fields: Object.keys(fields),
      data: this.isPublic(artwork) ? this.view(artwork) : null,
    };
  }

  /** Changes the record as an update, or somebody at the registry, does; with its events. */
  edit(artwork: FakeArtwork, changes: { [field: string]: unknown }): void {
    const wasPublic = this.isPublic(artwork);
    Object.assign(artwork.fields, changes);
    artwork.changes += 1;
    artwork.updatedAt = this.stamp();
    this.index(artwork);
    this.announce(artwork, wasPublic, 'sold' === changes['availability']);
  }

  /**
   * The operator transfers the work to another organisation: its sources end. While everybody sees it, its fingerprint finds it, and the shop
   * that had it finds it under the artist and title of that day.
   */
  giveAway(artwork: FakeArtwork): void {
    for (const { external_id: id } of artwork.sources)
      this.formerSources.set(`${id} ${nameOf(artwork.fields)}`, artwork);
    Object.assign(artwork, { holder: 'museum', sources: [] });
    for (const [key, work] of this.byExternalId) if (work === artwork) this.byExternalId.delete(key);
  }

  /** The operator restores a backup that does not have the work. */
  lose(artwork: FakeArtwork): void {
    this.all.delete(artwork.registryId);
    for (const found of [this.byKey, this.byExternalId, this.formerSources])
      for (const [key, work] of found) if (work === artwork) found.delete(key);
  }

  /** The operator takes the work out of the projection, or puts it back. */
  setWithdrawn(artwork: FakeArtwork, isWithdrawn: boolean): void {
    const wasPublic = this.isPublic(artwork);
    artwork.isWithdrawn = isWithdrawn;
    artwork.updatedAt = this.stamp();
    this.announce(artwork, wasPublic, false);
  }

  patchSource(registryId: string, patch: { installation_id: string; status: string }): object {
    const artwork = this.getOwn(registryId);
    const source = artwork.sources.find((one) => one.installation_id === patch.installation_id);
    if (!source) throw new Refusal(404, 'source_not_found');
    source.status = patch.status;
    const data = this.isPublic(artwork) ? this.view(artwork) : null;
    return {
      object: 'artwork_update_result',
      registry_id: registryId,
      public: data !== null,
      changed_fields: [],
      data,
    };
  }

  sourcesOf(registryId: string): object {
    const artwork = this.all.get(registryId);
    if (!artwork) throw new Refusal(404, 'artwork_not_found');
    const { source } = this.view(artwork) as { source: object | null };
    return {
      object: 'artwork_source_response',
      source,
      sources: artwork.sources.map((one) => ({ ...source, ...one })),
      deletes_artwork: false,
    };
  }

  getPublic(registryId: string): object {
    const artwork = this.all.get(registryId);
    if (!artwork || !this.isPublic(artwork)) throw new Refusal(404, 'artwork_not_found');
    return this.view(artwork);
  }

  /** The works of an installation, oldest change first from `updatedSince` on, as `GET /artworks` lists them. */
  listOf(installationId: string, updatedSince: string, limit: number, offset: number): object {
    const found = this.list()
      .filter((work) => work.sources.some((source) => source.installation_id === installationId))
      .filter((work) => this.isPublic(work))
      .filter((work) => work.updatedAt >= updatedSince)
      .sort((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
    const page = found.slice(offset, offset + limit);
    const pagination = { total: found.length, limit, offset, has_more: offset + limit < found.length };
    return { object: 'list', data: page.map((work) => this.view(work)), pagination };
  }

  /** The public works in a profile, as `GET /artworks?gallery=` lists them. */
  listIn(holder: string, updatedSince: string, limit: number): object {
    const found = this.list()
      .filter((work) => work.holder === holder && this.isPublic(work) && work.updatedAt >= updatedSince)
      .sort((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
    const pagination = { total: found.length, limit, offset: 0, has_more: limit < found.length };
    return { object: 'list', data: found.slice(0, limit).map((work) => this.view(work)), pagination };
  }

  /** The dry run of a publication. */
  match(body: { [field: string]: unknown }): object {
    const key = fingerprint(body as FingerprintInput);
    const found = key === null ? undefined : this.byKey.get(key);
    const work = found && this.isMatch(found) ? found : undefined;
    return {
      object: 'match_result',
      duplicate: work !== undefined,
      matched_on: work ? 'fingerprint' : null,
      registry_id: work?.registryId ?? null,
      data: work && this.isPublic(work) ? this.view(work) : null,
      conflict: null,
    };
  }

  isPublic(artwork: FakeArtwork): boolean {
    return !artwork.isWithdrawn && artwork.fields['availability'] !== 'fully_private';
  }

  /** Our own hidden works match too; a withdrawn one is nobody's. */
  private isMatch(artwork: FakeArtwork): boolean {
    return this.isPublic(artwork) || (artwork.holder === 'ours' && !artwork.isWithdrawn);
  }

  private announce(artwork: FakeArtwork, wasPublic: boolean, isSale: boolean): void {
    const isPublic = this.isPublic(artwork);
    if (wasPublic && !isPublic) return this.onEvent('artwork.removed', artwork);
    if (!wasPublic && isPublic) return this.onEvent('artwork.created', artwork);
    if (isPublic) this.onEvent('artwork.updated', artwork);
    if (isPublic && isSale) this.onEvent('artwork.sold', artwork);
  }

  private attach(artwork: FakeArtwork, installationId: string, externalId: string, status = 'active'): void {
    const before = artwork.sources.find((source) => source.installation_id === installationId);
    if (before) before.status = status;
    else artwork.sources.push({ installation_id: installationId, external_id: externalId, status });
    this.byExternalId.set(`${installationId} ${externalId}`, artwork);
    this.installationOf.set(externalId, installationId);
  }

  private index(artwork: FakeArtwork): void {
    const key = keyOf(artwork);
    if (key !== null && !this.byKey.has(key)) this.byKey.set(key, artwork);
  }

  /** Strictly rising, in microseconds, as the registry's own. */
  private stamp(): string {
    this.lastMicros = Math.max(this.now() * 1000, this.lastMicros + 1);
    const iso = new Date(Math.floor(this.lastMicros / 1000)).toISOString();
    return iso.replace('Z', `${String(this.lastMicros % 1000).padStart(3, '0')}Z`);
  }

  private getOwn(registryId: string): FakeArtwork {
    const artwork = this.all.get(registryId);
    if (!artwork || artwork.isWithdrawn) throw new Refusal(404, 'artwork_not_found');
    if (artwork.holder === 'ours') return artwork;
    throw this.isPublic(artwork) ? new Refusal(403, 'not_permitted') : new Refusal(404, 'artwork_not_found');
  }

  private writeResult(artwork: FakeArtwork, matchedOn: string | null): object {
    return {
      object: 'artwork_write_result',
      duplicate: matchedOn !== null,
      matched_on: matchedOn,
      registry_id: artwork.registryId,
      data: this.isPublic(artwork) ? this.view(artwork) : null,
    };
  }

  private view(artwork: FakeArtwork): object {
    const { fields, registryId } = artwork;
    const value = (name: string) => fields[name] ?? null;
    return {
      object: 'artwork',
      registry_id: registryId,
      id: uuidOf(registryId),
      title: value('title'),
      artist: { id: uuidOf('artist'), name: String(fields['artist_name']), slug: 'a' },
      year_created: value('year_created'),
      medium: value('medium'),
      dimensions_cm: { height: value('height_cm'), width: value('width_cm'), depth: value('depth_cm') },
      availability: fields['availability'] ?? 'not_for_sale',
      price: PRICED.includes(String(fields['availability'])) ? value('price') : null,
      location: null,
      current_collection: {
        slug: artwork.holder,
        name: artwork.holder,
        type: 'gallery',
        city: null,
        country: null,
      },
      images: { cover_url: value('cover_image_url'), thumbnail_url: null },
      provenance_summary: null,
      links: { self: `/artworks/${registryId}`, public_page: `https://registry.example/a/${registryId}` },
      created_at: artwork.updatedAt,
      updated_at: artwork.updatedAt,
      source: artwork.source && {
        object: 'artwork_source',
        platform: 'wordpress',
        platform_label: null,
        site_url: this.addresses.get(artwork.source.installation_id) ?? null,
        source_url: null,
        last_synced_at: artwork.updatedAt,
        registry_identity_persists: true,
        ...artwork.source,
      },
    };
  }
}

/** The same for the same name. */
export function uuidOf(name: string): string {
  const hex = hash('sha256', name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const nameOf = (fields: { [field: string]: unknown }) => `${fields['artist_name']} ${fields['title']}`;

/** The registry's own rule: generic titles without year and size say nothing, so they have no key. */
const keyOf = (artwork: FakeArtwork) => fingerprint(artwork.fields as FingerprintInput);

const isOtherWork = (artwork: FakeArtwork, installationId: string, externalId: string) =>
  artwork.sources.some(
    (source) => source.installation_id === installationId && source.external_id !== externalId,
  );
