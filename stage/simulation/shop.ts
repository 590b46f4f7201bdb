// A shop: a test site with the plugin's protocol, its owner's hands, and its calls to the host. Its state can be copied and rolled back.
import { randomBytes, randomUUID } from 'node:crypto';
import sodium from 'libsodium-wrappers';
import { signSite } from '../../daemon/src/site/site-signature.ts';
import { FakeSite } from '../fakes/fake-site.ts';
import { restoreSite, snapshotOf } from '../fakes/site-snapshot.ts';
import type { SiteSnapshot } from '../fakes/site-snapshot.ts';
import { HandedOverKeys, type Key } from './handed-over-keys.ts';
import { HOST_URL, OTHER_REGISTRY_URL, REGISTRY_URL, shopUrl } from './machines.ts';
import { addressOf } from './network.ts';
import type { Answer, SimulatedNetwork } from './network.ts';
import type { Timeline } from './timeline.ts';

export const HIDDEN = 'fully_private';

type Order = { kind: string } & { [field: string]: unknown };
/** `waiting`: keys that it had sealed then, and of which it had not heard. */
type Backup = { snapshot: SiteSnapshot; connected: number; atMs: number; waiting: readonly Key[] };
type Seal = { hand_over?: { seal_key?: string } } | undefined;

export class Shop {
  readonly serial: number;
  /** The number of the registry that it works with. */
  registry: number;
  readonly name: string;
  readonly site: FakeSite;
  /** At its registry; set when its gallery is made. */
  organization = '';
  readonly keys = new HandedOverKeys();
  aheadMs = 0;
  connected = 0;
  /** It has another address, which the host has not confirmed. */
  isMoving = false;
  /** A backup of the shop, and how often it had connected then: one from before another pairing is another site. */
  backup: Backup | undefined;
  /** It was restored, and its owner has not said yet that it is the same site. */
  isInDoubt = false;
  /** Since it connected last: what it remembers of the service is older than it was. */
  wasRestored = false;
  /** The secret of a continued pairing, kept while it is not known whether the host has it. */
  #nextSecret: string | undefined;
  readonly #network: SimulatedNetwork;
  readonly nowMs: () => number;

  constructor(
    serial: number,
    registry: number,
    timeline: Timeline,
    network: SimulatedNetwork,
    url = shopUrl(serial),
  ) {
    this.serial = serial;
    this.registry = registry;
    this.name = `shop${serial}`;
    this.#network = network;
    this.nowMs = () => timeline.nowMs() + this.aheadMs;
    this.site = new FakeSite(this.nowMs);
    this.open(url);
  }

  /** Answers under this address. */
  open(url: string): void {
    if (this.site.url !== '') this.#network.close(this.site.url);
    this.site.url = url;
    this.#network.serve(
      url,
      (request, response) => void this.site.handle(request as never, response as never),
    );
  }

  /** Of the present pairing. */
  hasBackup = (): boolean => this.backup?.connected === this.connected;

  sharedWorks = () => [...this.site.works].filter(([, { state }]) => state === 'shared');

  /** What a buyer may find. */
  worksOnShow = () => this.sharedWorks().filter(([, { artwork }]) => artwork?.['availability'] !== HIDDEN);

  snapshot = (): SiteSnapshot => snapshotOf(this.site);
  rollBack(snapshot: SiteSnapshot): void {
    const { isHidden } = this.site;
    restoreSite(this.site, snapshot);
    // A wall before it is none of its own.
    this.site.isHidden = isHidden;
  }

  /** Introduces itself to the host, or continues its pairing under another address. */
  async connect(former?: { siteId: string; secret: string }): Promise<number> {
    const unanswered = former && this.#nextSecret;
    const secret = unanswered ?? randomBytes(32).toString('base64');
    if (former !== undefined) this.#nextSecret = secret;
    const body = JSON.stringify({
      protocol: 1,
      site_url: this.site.url,
      name: `Gallery ${this.serial}`,
      platform: 'wordpress',
      secret,
      registry_url: `${this.registry === 1 ? REGISTRY_URL : OTHER_REGISTRY_URL}/api/v1`,
      plugin_version: '0.1.0',
      environment: 'production',
      public: true,
    });
    const answer = await this.#call('/sites', body, former && this.#sign('/sites', body, former));
    // As the plugin: what a proxy answers, or the host to a repeat, does not say that the host has no new secret.
    const isKnown = answer.status === 201 || (unanswered === undefined && answer.status < 500);
    if (isKnown) this.#nextSecret = undefined;
    if (answer.status !== 201) return answer.status;
    const { site_id: siteId, turn } = JSON.parse(answer.body.toString()) as { site_id: string; turn: string };
    Object.assign(this.site, { siteId, secret, turn });
    this.connected += 1;
    this.wasRestored = false;
    return answer.status;
  }

  /** WordPress tells the host that there is something to read. */
  wake = (): Promise<Answer> => this.#post('wake', {});
  leave = (reason: 'disconnected' | 'uninstalled'): Promise<Answer> => this.#post('leave', { reason });

  /** A call of the plugin, signed. */
  #post(name: string, body: object): Promise<Answer> {
    const route = `/sites/${this.site.siteId}/${name}`;
    const text = JSON.stringify(body);
    return this.#call(route, text, this.#sign(route, text, this.site));
  }

  /** Seals an order as wp-admin does, and waits with the next poll. False where the service has not said what it seals to. */
  order(order: Order): string | undefined {
    const key = (this.site.polls.at(-1)?.['status'] as Seal)?.hand_over?.seal_key;
    if (key === undefined) return undefined;
    const { ORIGINAL } = sodium.base64_variants;
    const text = JSON.stringify({ site_id: this.site.siteId, registry_url: null, ...order });
    const box = sodium.to_base64(sodium.crypto_box_seal(text, sodium.from_base64(key, ORIGINAL)), ORIGINAL);
    const id = randomUUID();
    this.site.sealed.push({ id, box });
    return id;
  }

  outcomeOf = (id: string) => this.site.sealedDone.find((done) => done.id === id);

  #sign(route: string, body: string, { siteId, secret }: { siteId: string; secret: string }) {
    const timestamp = Math.floor(this.nowMs() / 1000);
    const nonce = randomBytes(16).toString('hex');
    const parts = { direction: 'site-to-daemon', method: 'POST', route, siteId } as const;
    return {
      'x-areg-version': '1',
      'x-areg-site': siteId,
      'x-areg-timestamp': String(timestamp),
      'x-areg-nonce': nonce,
      'x-areg-signature': signSite(secret, { ...parts, timestamp, nonce, body }),
    };
  }

  #call(path: string, body: string, headers: { [name: string]: string } = {}): Promise<Answer> {
    const sent = { origin: HOST_URL, method: 'POST', path, body };
    return this.#network.carry(
      { ...sent, headers: { 'content-type': 'application/json', ...headers } },
      { from: addressOf(this.name) },
    );
  }
}
