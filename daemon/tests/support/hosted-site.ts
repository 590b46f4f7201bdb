// A fake site that connects to a host by itself, as the plugin does: introduces itself, dials, seals what it hands over.
import sodium from 'libsodium-wrappers';
import { randomBytes, randomUUID } from 'node:crypto';
import { signSite } from '../../src/site/site-signature.ts';
import type { AccessStatus } from '../../src/types/site.ts';
import { DiallingSite, PATIENCE_MS } from '../../../stage/fakes/dialling-site.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { until } from './start-stage.ts';

type Status = { access: AccessStatus | null; account: { state: string }; hand_over: { seal_key: string } };

export class HostedSite {
  readonly fake: FakeSite;
  turnToken = '';
  /** Its address as the proxy in front of the host names it; undefined: nobody is in front. */
  sender: string | undefined;
  /** Where it connects and dials. */
  serviceUrl: string;
  private readonly registryUrl: string;
  private readonly now: () => number;

  constructor(serviceUrl: string, registryUrl: string, fake = new FakeSite(), now = Date.now) {
    this.now = now;
    this.serviceUrl = serviceUrl;
    this.registryUrl = registryUrl;
    this.fake = fake;
  }

  get siteId(): string {
    return this.fake.siteId;
  }
  start = () => this.fake.start();
  stop = () => this.fake.stop();
  status = () => this.fake.polls.at(-1)?.['status'] as Status | undefined;
  dial = () => new DiallingSite(this.fake, this.serviceUrl, this.turnToken, this.now);

  /** `former`: signs with the secret of the pairing that is continued. */
  async connect(change: { [field: string]: unknown } = {}, former?: { siteId: string; secret: string }) {
    const body = JSON.stringify({
      protocol: 1,
      site_url: this.fake.url,
      name: 'Galerie Test',
      platform: 'wordpress',
      secret: this.fake.secret,
      registry_url: this.registryUrl,
      plugin_version: '0.1.0',
      environment: 'production',
      public: true,
      ...change,
    });
    const response = await fetch(`${this.serviceUrl}/sites`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'content-type': 'application/json',
        ...(this.sender === undefined ? {} : { 'x-forwarded-for': this.sender }),
        ...(former ? signed(former, body, this.now()) : {}),
      },
    });
    const json = (await response.json()) as { [field: string]: unknown };
    if (response.status === 201) {
      this.fake.siteId = String(json['site_id']);
      this.fake.secret = String(change['secret'] ?? this.fake.secret);
      this.turnToken = String(json['turn']);
    }
    return { status: response.status, json };
  }

  handOverKey = (apiKey: string, turn?: () => Promise<unknown>) =>
    this.handOver({ kind: 'api_key', api_key: apiKey }, turn);

  /** The order as wp-admin seals it. */
  async seal(order: object): Promise<string> {
    await sodium.ready;
    const { ORIGINAL } = sodium.base64_variants;
    const text = JSON.stringify({ site_id: this.siteId, registry_url: null, ...order });
    const key = sodium.from_base64(this.status()!.hand_over.seal_key, ORIGINAL);
    return sodium.to_base64(sodium.crypto_box_seal(text, key), ORIGINAL);
  }

  /** Seals the order, and waits until the service has said what came of it. `turn`: how it gets its calls. */
  async handOver(order: object, turn?: () => Promise<unknown>) {
    await until(() => this.fake.polls.length > 0, 'the first poll');
    const id = randomUUID() as string;
    this.fake.sealed.push({ id, box: await this.seal(order) });
    const outcome = () => this.fake.sealedDone.find((done) => done.id === id);
    while (turn && outcome() === undefined) await turn();
    await until(() => outcome() !== undefined, 'the outcome');
    return outcome()!;
  }
}

function signed({ siteId, secret }: { siteId: string; secret: string }, body: string, nowMs: number) {
  const timestamp = Math.floor(nowMs / 1000);
  const nonce = randomBytes(16).toString('hex');
  const parts = { direction: 'site-to-daemon', method: 'POST', route: '/sites', siteId } as const;
  return {
    'x-areg-version': '1',
    'x-areg-site': siteId,
    'x-areg-timestamp': String(timestamp),
    'x-areg-nonce': nonce,
    'x-areg-signature': signSite(secret, { ...parts, timestamp, nonce, body }),
  };
}
