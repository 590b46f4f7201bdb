// A registry of one page that keeps every promise, in memory, by hand and after the documentation. Each lie makes it break one of them, so that
// tests can show that the model finds it.
import { createHash, createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Answer, Ask, Delivered, Time } from '../observation.ts';
import { pageOf } from './tiny-pages.ts';
import {
  isPublic,
  ORIGIN,
  time,
  type Dump,
  type Lie,
  type Plain,
  type State,
  type Work,
} from './tiny-work.ts';

const DAY_MS = 86_400_000;
const PRIVATE_DER_PREFIX = '302e020100300506032b657004220420';

export class TinyRegistry {
  readonly #sites: { seq: number; op: string; installation: object; updated_at: string }[] = [];
  state: State = { next: 100_001, seq: 0, works: [], steps: [], keys: {}, replays: {}, certificates: [] };
  now: Time = 0;
  dumps: Dump[] = [];
  webhook: { id: string; secret: string; isActive: boolean } | null = null;
  deliveries: Delivered[] = [];
  readonly lies: ReadonlySet<Lie>;
  /** Works that their shop shares no longer. */
  readonly endedSources = new Set<string>();
  readonly signingKey: KeyObject;
  #events = 0;
  readonly #waiting: { id: string; type: string }[] = [];

  constructor(lies: readonly Lie[]) {
    this.lies = new Set(lies);
    const seed = createHash('sha256').update('a seed for tests').digest('hex');
    const der = Buffer.from(PRIVATE_DER_PREFIX + seed, 'hex');
    this.signingKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  }

  answer(ask: Ask): Answer {
    const url = new URL(ask.path, ORIGIN);
    const plain = url.pathname.startsWith('/api/v1/') ? this.#api(ask, url) : pageOf(this, url);
    const text = plain.text ?? (plain.json === undefined ? '' : JSON.stringify(plain.json));
    const headers = {
      'x-registry-api-version': 'v1',
      'cache-control': 'no-store',
      'x-request-id': 'r1',
      ...plain.headers,
    };
    const body = plain.bytes ?? new TextEncoder().encode(text);
    return { isLost: false, status: plain.status, headers, body, at: this.now };
  }

  #api(ask: Ask, url: URL): Plain {
    const key = (ask.headers?.['authorization'] ?? '').replace('Bearer ', '');
    const holder = this.state.keys[key];
    const isRevoked = holder?.isRevoked === true && !this.lies.has('revoked key is good');
    if (holder === undefined || isRevoked)
      return refusal(401, 'unauthorized', 'The key is missing or unknown.');
    const { organization } = holder;
    const body = ask.body === undefined ? {} : (JSON.parse(String(ask.body)) as Record<string, unknown>);
    const [, , , collection, id, action] = url.pathname.split('/');
    if (collection === '') return { status: 200, json: { object: 'service' } };
    if (collection === 'changes') return this.#changes(url);
    if (collection === 'certificates' && action === 'withdraw') return this.#withdrawCertificate(id!);
    if (ask.method === 'POST' && id === undefined)
      return this.#once(ask, organization, () => this.#publish(organization, body));
    if (id === undefined) return this.#list(url);
    const work = this.state.works.find((one) => one.registryId === id.toUpperCase());
    const isOwn = work?.organization === organization || this.lies.has('foreign update');
    if (ask.method === 'PATCH' && work !== undefined && isOwn) return this.#update(work, body);
    if (ask.method === 'POST' && action === 'certificates' && work !== undefined && isOwn)
      return this.#once(ask, organization, () => this.issue(work, body));
    if (work === undefined || !isPublic(work)) return notFound(this.lies);
    if (ask.method === 'PATCH') return refusal(403, 'not_permitted', 'This work is in another profile.');
    if (action === 'source')
      return { status: 200, json: { object: 'artwork_source_response', source: null } };
    return { status: 200, json: { object: 'artwork_response', data: this.record(work) } };
  }

  #once(ask: Ask, organization: string, carryOut: () => Plain): Plain {
    const name = `${organization} ${ask.headers?.['idempotency-key'] ?? ''}`;
    const known = ask.headers?.['idempotency-key'] === undefined ? undefined : this.state.replays[name];
    if (known !== undefined && !this.lies.has('key carried out twice'))
      return {
        ...known.answer,
        json: this.#replayed(known.answer.json),
        headers: { 'idempotent-replay': 'true' },
      };
    const answer = carryOut();
    this.state.replays[name] = { body: String(ask.body), answer };
    return answer;
  }

  /** A stored answer has no data where its work has left the public since. */
  #replayed(json: unknown): unknown {
    const id = (json as { registry_id?: string }).registry_id;
    const work = this.state.works.find(({ registryId }) => registryId === id);
    const isHidden = work !== undefined && !isPublic(work) && !this.lies.has('replay shows a hidden work');
    return isHidden ? { ...(json as object), data: null } : json;
  }

  #publish(organization: string, body: Record<string, unknown>): Plain {
    const { integration, availability = 'not_for_sale', ...fields } = body;
    const isRepeated = this.lies.has('Art ID twice') && this.state.works.length === 2;
    const number = isRepeated ? this.state.next - 1 : this.state.next;
    const [other] = this.state.works;
    if (this.lies.has('taken for another work') && other !== undefined) {
      const named = { registry_id: other.registryId, data: this.record(other) };
      return { status: 200, json: { object: 'artwork_write_result', duplicate: true, ...named } };
    }
    this.state.next = number + 1;
    const work: Work = {
      registryId: `AREG-${number}`,
      uuid: `00000000-0000-4000-8000-${String(this.state.works.length).padStart(12, '0')}`,
      organization,
      installation: (integration as { installation_id?: string } | undefined)?.installation_id ?? null,
      fields: { ...fields, availability },
      createdAt: this.now + (this.lies.has('work of a day to come') ? DAY_MS : 0),
      updatedAt: this.now,
      isShown: availability !== 'fully_private',
      isWithdrawn: false,
      wasPublic: availability !== 'fully_private',
    };
    const isLost = this.lies.has('lost work') && number === 100_003;
    if (!isLost) this.state.works.push(work);
    if (isPublic(work)) this.#told(work, 'artwork.created');
    else if (this.lies.has('feed names a work that never was public')) this.#step(work, false);
    const data = isPublic(work) ? this.record(work) : null;
    const { registryId: registry_id } = work;
    const result = { object: 'artwork_write_result', duplicate: false, matched_on: null, registry_id, data };
    return { status: 201, json: result };
  }

  #update(work: Work, body: Record<string, unknown>): Plain {
    const wasPublic = isPublic(work);
    const { availability, ...fields } = body;
    if (!this.lies.has('lost update')) Object.assign(work.fields, fields);
    if (availability !== undefined) work.isShown = availability !== 'fully_private';
    if (availability !== undefined && work.isShown) work.fields['availability'] = availability;
    this.#changed(work, wasPublic);
    const [registry_id, isThere] = [work.registryId, isPublic(work)];
    const data = isThere ? this.record(work) : null;
    const changed_fields = Object.keys(body);
    return {
      status: 200,
      json: { object: 'artwork_update_result', registry_id, public: isThere, changed_fields, data },
    };
  }

  #changed(work: Work, wasPublic: boolean): void {
    if (!this.lies.has('updated_since misses an update')) work.updatedAt = this.now;
    work.wasPublic ||= isPublic(work);
    const isThere = isPublic(work);
    if (!wasPublic && !isThere) return;
    this.#told(work, !isThere ? 'artwork.removed' : wasPublic ? 'artwork.updated' : 'artwork.created');
  }

  /** What the operator does to a work. */
  setWithdrawn(registryId: string, isWithdrawn: boolean): void {
    const work = this.state.works.find((one) => one.registryId === registryId)!;
    const wasPublic = isPublic(work);
    work.isWithdrawn = isWithdrawn;
    this.#changed(work, wasPublic);
  }

  backup(): string {
    return JSON.stringify(this.state);
  }

  /** `isKept`: the replaced database is there to be compared. */
  restore(backup: string, isKept: boolean): void {
    const replaced = this.state;
    if (this.webhook !== null) this.webhook.isActive = false;
    if (!isKept) {
      this.state = JSON.parse(backup) as State;
      Object.assign(this.state, { next: this.state.next + 1_000_000, seq: this.state.seq + 1_000_000 });
      return;
    }
    this.state = JSON.parse(backup) as State;
    Object.assign(this.state, { next: replaced.next + 1_000_000, seq: replaced.seq, steps: replaced.steps });
    for (const [index, former] of replaced.works.entries()) {
      const work = this.state.works.find(({ registryId }) => registryId === former.registryId);
      if (work !== undefined && former.isWithdrawn)
        work.isWithdrawn = !this.lies.has('restore forgets a withdrawal');
      if (work !== undefined && !former.isShown) work.isShown = false;
      if (work !== undefined) work.updatedAt = this.now + index;
      if (former.wasPublic) this.#step(former, work !== undefined && isPublic(work));
    }
  }

  #told(work: Work, type: string): void {
    this.#step(work, isPublic(work));
    const isLost = this.lies.has('event lost') && type === 'artwork.removed';
    const isOfReceiver = work.organization === 'own' || this.lies.has('event to another organisation');
    if (!isLost && isOfReceiver) this.#send(type, 'artwork', work.uuid, work.registryId);
  }

  /** A site moved, or is said to have. */
  tellOfSite(id: string, siteUrl: string): void {
    this.state.seq += 1;
    const installation = { id, site_url: siteUrl };
    this.#sites.push({ seq: this.state.seq, op: 'installation', installation, updated_at: time(this.now) });
  }

  #step(work: Work, isThere: boolean): void {
    this.state.seq += 1;
    const { registryId } = work;
    this.state.steps = this.state.steps.filter((step) => step.registryId !== registryId);
    this.state.steps.push({
      seq: this.state.seq,
      op: isThere ? 'upsert' : 'remove',
      registryId,
      at: this.now,
    });
  }

  #send(type: string, resource: string, id: string, registryId: string | null): void {
    this.#events += 1;
    const isBackwards = this.lies.has('event out of order');
    const event = {
      object: 'event',
      id: `event-${this.#events}`,
      type,
      created_at: time(this.now + (isBackwards ? -1_000_000 * this.#events : 0)),
      organization: { slug: 'own' },
      resource: { type: resource, id, registry_id: registryId },
      changed_fields: [],
    };
    this.#waiting.push(event);
    this.send();
  }

  /** What waits for its endpoint, oldest first. */
  send(): void {
    if (this.webhook === null) return;
    if (!this.webhook.isActive && !this.lies.has('paused webhook sends')) return;
    for (const event of this.#waiting.splice(0)) this.#deliver(this.webhook, event);
  }

  #deliver(webhook: { id: string; secret: string }, event: { id: string; type: string }): void {
    const text = JSON.stringify(event);
    const timestamp = String(Math.floor(this.now / 1000));
    const secret = this.lies.has('event with a wrong signature') ? 'whsec_d3Jvbmc=' : webhook.secret;
    const hmac = (key: string | Buffer, begin: string) => createHmac('sha256', key).update(begin + text);
    const standard = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const deliveryId = `delivery of ${event.id}`;
    this.deliveries.push({
      registry: 1,
      webhook: webhook.id,
      at: this.now,
      answered: 200,
      body: new TextEncoder().encode(text),
      headers: {
        'x-registry-event': event.type,
        'x-registry-delivery': deliveryId,
        'x-registry-attempt': '1',
        'x-registry-timestamp': timestamp,
        'x-registry-signature': `sha256=${hmac(secret, `${timestamp}.`).digest('hex')}`,
        'webhook-id': deliveryId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${hmac(standard, `${deliveryId}.${timestamp}.`).digest('base64')}`,
      },
    });
  }

  issue(work: Work, body: Record<string, unknown>): Plain {
    const id = createHash('md5').update(`certificate ${this.state.certificates.length}`).digest('hex');
    const title = this.lies.has('certificate with another title') ? 'Another one' : work.fields['title'];
    const statement = JSON.stringify({
      type: 'artwork-registry-certificate',
      kid: 'kid-1',
      id,
      registry: { url: ORIGIN },
      issuer: 'Own Gallery',
      issued_at: time(this.now + (this.lies.has('certificate of a day to come') ? DAY_MS : 0)),
      registry_id: work.registryId,
      work: { ...work.fields, title },
      ...body,
    });
    this.state.certificates.push({
      id,
      registryId: work.registryId,
      copy: body['edition_number'] ?? null,
      statement,
      isWithdrawn: false,
    });
    this.#send('certificate.created', 'certificate', id, work.registryId);
    return { status: 201, json: this.certificate(id) };
  }

  #withdrawCertificate(id: string): Plain {
    this.state.certificates.find((one) => one.id === id)!.isWithdrawn = true;
    return { status: 200, json: this.certificate(id) };
  }

  certificate(id: string): unknown {
    const index = this.state.certificates.findIndex((one) => one.id === id);
    const { registryId, copy, statement, isWithdrawn } = this.state.certificates[index]!;
    const work = this.state.works.find((one) => one.registryId === registryId)!;
    const later = this.state.certificates.slice(index + 1);
    const isSuperseded = later.some(
      (one) => one.registryId === registryId && one.copy === copy && !one.isWithdrawn,
    );
    const isGone = (isWithdrawn || work.isWithdrawn) && !this.lies.has('withdrawn certificate is valid');
    const signature = sign(null, Buffer.from(statement), this.signingKey).toString('base64url');
    const isOpen = isPublic(work);
    return {
      object: 'certificate',
      id,
      status: isGone ? 'withdrawn' : isSuperseded ? 'superseded' : 'valid',
      registry_id: isOpen ? registryId : null,
      issuer: 'Own Gallery',
      issued_at: (JSON.parse(statement) as { issued_at: string }).issued_at,
      withdrawn_at: isGone ? time(this.now) : null,
      statement: isOpen ? statement : null,
      signature: isOpen ? signature : null,
      kid: isOpen ? 'kid-1' : null,
    };
  }

  record(work: Work): unknown {
    const { fields, registryId } = work;
    const isPriced = ['for_sale', 'open_to_offers'].includes(String(fields['availability']));
    const source =
      work.installation === null
        ? null
        : {
            platform: 'woocommerce',
            installation_id: work.installation,
            site_url: 'https://shop.example',
            external_id: fields['external_id'] ?? null,
            status: this.endedSources.has(registryId) ? 'unpublished' : 'active',
            last_synced_at: time(work.updatedAt),
          };
    return {
      object: 'artwork',
      registry_id: registryId,
      id: work.uuid,
      title: fields['title'],
      artist: { name: fields['artist_name'] },
      year_created: fields['year_created'] ?? null,
      medium: fields['medium'] ?? null,
      dimensions_cm: null,
      availability: fields['availability'],
      price: isPriced ? (fields['price'] ?? null) : null,
      current_collection: { slug: work.organization },
      images: { cover_url: null },
      provenance_summary: null,
      links: { public_page: `${ORIGIN}/artworks/${registryId}` },
      created_at: time(work.createdAt),
      updated_at: time(work.updatedAt),
      source,
    };
  }

  #list(url: URL): Plain {
    const since = url.searchParams.get('updated_since') ?? '';
    const words = url.searchParams.get('q');
    const id = url.searchParams.get('collect24_id');
    const limit = Number(url.searchParams.get('limit') ?? 25);
    const found = this.state.works
      .filter((work) => isPublic(work) && time(work.updatedAt) >= since.replace('00Z', '00.000000Z'))
      .filter((work) => id === null || work.registryId === id)
      .filter((work) => words === null || String(work.fields['title']).includes(words))
      .filter(() => words === null || !this.lies.has('not found by its title'))
      .sort((a, b) => a.updatedAt - b.updatedAt);
    const data = found.slice(0, limit).map((work) => this.record(work));
    const total = found.length + (this.lies.has('wrong count') ? 1 : 0);
    const pagination = { total, limit, offset: 0, has_more: found.length > limit };
    return { status: 200, json: { object: 'list', data, pagination } };
  }

  writeDump(): void {
    const isIn = (work: Work) => isPublic(work) || this.lies.has('hidden work in a dump');
    const works = this.state.works.filter(isIn).slice(this.lies.has('work missing in the dump') ? 1 : 0);
    const text = works.map((work) => `${JSON.stringify(this.record(work))}\n`).join('');
    this.dumps = [
      {
        file: 'artworks-1.ndjson.gz',
        bytes: gzipSync(text),
        works: works.length,
        sequence: this.state.seq,
        at: this.now,
      },
    ];
  }

  #changes(url: URL): Plain {
    const after = Number(url.searchParams.get('after'));
    const limit = Number(url.searchParams.get('limit'));
    const left = this.state.steps.filter(
      ({ seq, registryId }) =>
        seq > after && !(this.lies.has('changes with a gap') && registryId.endsWith('4')),
    );
    const ofWorks = left.map(({ seq, op, registryId: registry_id, at }) => {
      return { seq, op, registry_id, updated_at: time(at) };
    });
    const all = [...ofWorks, ...this.#sites.filter(({ seq }) => seq > after)].sort((a, b) => a.seq - b.seq);
    const data = all.slice(0, limit);
    const next_after = data.at(-1)?.seq ?? after;
    return { status: 200, json: { object: 'change_list', data, next_after, has_more: all.length > limit } };
  }
}

function refusal(status: number, code: string, message: string): Plain {
  return { status, json: { error: { code, message } } };
}

function notFound(lies: ReadonlySet<Lie>): Plain {
  const isFromDatabase = lies.has('refusal in words of the database');
  const message = isFromDatabase ? 'SQLITE_ERROR: no such row' : 'There is no public work with this Art ID.';
  return refusal(404, 'artwork_not_found', message);
}
