// The tenants of a fault run that misbehave by chance: they hang, lie, flood, move, are copied, leave and come again. Those that no
// call reaches dial by themselves.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import type { Mode } from '../../../stage/fakes/fake-site.ts';
import type { HostWorld, Tenant } from './host-world.ts';
import { HostedSite } from './hosted-site.ts';
import type { Random } from '../../../stage/fakes/random.ts';
import { aWhile } from './start-stage.ts';

const LIES: readonly Mode[] = [
  'hangs',
  'wrong_signature',
  'foreign',
  'rubbish',
  'endless',
  'fatal',
  'unsigned',
  'silent',
];
const LIE_MS = 3000;
const FLOOD_MS = 2000;
const LONGEST_ACT_MS = 120_000;
/** 200 wake-ups a second. */
const FLOOD = { pauseMs: 50, wakes: 10 };
const ACTS = ['lie', 'lie', 'lie', 'save', 'save', 'flood', 'move', 'copy', 'leave'] as const;
type Act = (typeof ACTS)[number];

export class Unruly {
  readonly counts: { [act in Act | 'repeated']?: number } = {};
  /** Of pairings that were replaced. */
  readonly formerSecrets: string[] = [];
  private readonly world: HostWorld;
  private readonly tenants: Tenant[];
  private readonly random: Random;
  private readonly diallers = new Map<Tenant, DiallingSite>();
  private readonly dialling: Promise<void>[] = [];
  /** Tenants in the middle of an act, and what each waits for. */
  private readonly busy = new Map<Tenant, string>();
  private isOver = false;

  constructor(world: HostWorld, tenants: Tenant[], random: Random) {
    this.world = world;
    this.tenants = tenants;
    this.random = random;
  }

  /** A fifth of them cannot be reached from outside. */
  dial(): void {
    for (const tenant of this.tenants.filter((_one, index) => index % 5 === 0)) this.hide(tenant);
  }

  /** Acts by chance until the time is over, and all acts have ended. */
  async act(ms: number, say: (text: string) => void): Promise<void> {
    const end = performance.now() + ms;
    const acts: Promise<void>[] = [];
    let deck: Act[] = [];
    while (performance.now() < end) {
      await aWhile(5000 / this.tenants.length);
      if (deck.length === 0) deck = [...ACTS];
      const act = deck[this.random.below(deck.length)]!;
      // Only a site that dials can be copied together with its token.
      const able = this.tenants.filter(
        (tenant) => !this.busy.has(tenant) && (act !== 'copy' || this.diallers.has(tenant)),
      );
      if (able.length === 0) continue;
      const tenant = this.random.pick(able);
      deck.splice(deck.indexOf(act), 1);
      this.busy.set(tenant, act);
      this.counts[act] = (this.counts[act] ?? 0) + 1;
      acts.push(
        this[act](tenant)
          // The host was just killed: the owner tries again some other time.
          .catch((error: unknown) => say(`${tenant.slug} could not ${act}: ${(error as Error).message}`))
          .finally(() => this.busy.delete(tenant)),
      );
    }
    this.heal();
    await this.allEnd(acts);
    this.heal();
  }

  /** What a tenant began ends once the host runs. A host that keeps refusing or forgets an order ends the run, with the reason. */
  private async allEnd(acts: Promise<void>[]): Promise<void> {
    const limit = new AbortController();
    const late = setTimeout(LONGEST_ACT_MS, undefined, { signal: limit.signal }).then(() => {
      const open = [...this.busy].map(([{ slug }, what]) => `${slug} (${what})`);
      throw new Error(`Acts that do not end: ${open.join(', ')}`);
    });
    try {
      await Promise.race([Promise.all(acts), late]);
    } finally {
      limit.abort();
      await late.catch(() => undefined);
    }
  }

  heal(): void {
    for (const { site } of this.tenants) site.mode = 'ok';
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.dialling);
  }

  private async lie({ site }: Tenant): Promise<void> {
    const victim = this.world.tenants[0]!;
    site.claimed = {
      siteId: victim.site.siteId,
      registryId: victim.site.reports.get('1')?.registry_id ?? 'AREG-1',
    };
    site.mode = this.random.pick(LIES);
    await this.wake(site.siteId);
    await aWhile(LIE_MS);
    site.mode = 'ok';
  }

  private async save(tenant: Tenant): Promise<void> {
    for (let count = 0; count < 20; count += 1) this.world.fill(tenant, String(tenant.site.works.size + 1));
    await this.world.wake(tenant);
  }

  private async flood(tenant: Tenant): Promise<void> {
    const end = performance.now() + FLOOD_MS;
    while (performance.now() < end) {
      await Promise.all(Array.from({ length: FLOOD.wakes }, () => this.world.wake(tenant).catch(() => 0)));
      await aWhile(FLOOD.pauseMs);
    }
  }

  /** Another address, continued by a signature with the former secret. */
  private async move(tenant: Tenant): Promise<void> {
    const { site } = tenant;
    const former = { siteId: site.siteId, secret: site.secret };
    await this.world.farm.move(site);
    const hosted = await this.introduce(tenant, former);
    this.formerSecrets.push(former.secret);
    this.hide(tenant, hosted.turnToken);
  }

  /** A copy dials with the same state. The owner says which one is the site. */
  private async copy(tenant: Tenant): Promise<void> {
    const dialler = this.diallers.get(tenant)!;
    const copy = new DiallingSite(tenant.site, this.world.host.url, dialler.token, Date.now);
    for (let turns = 0; turns < 4; turns += 1) {
      const { code } = await copy.turn().catch(() => ({ code: null }));
      if (code === 'forked') break;
      await aWhile(200);
    }
    tenant.site.generation += 1;
  }

  private async leave(tenant: Tenant): Promise<void> {
    const { site, apiKey } = tenant;
    // As the plugin does it, until the service has said that it is done, or was done before.
    for (;;) {
      const answer = await this.world
        .dialling(tenant)
        .post('leave', { reason: 'disconnected' })
        .catch(() => null);
      if (
        answer?.status === 200 ||
        (answer?.json['error'] as { code: string } | undefined)?.code === 'not_paired'
      )
        break;
      this.busy.set(tenant, `leave: ${answerOf(answer)}`);
      await aWhile(500);
    }
    this.formerSecrets.push(site.secret);
    this.diallers.delete(tenant);
    const hosted = await this.introduce(tenant);
    // A pairing again lists all works again, as the plugin does.
    for (const id of site.works.keys()) this.world.fill(tenant, id);
    site.polls.length = 0;
    this.hide(tenant, hosted.turnToken);
    // The owner enters the key again where the registry could not be asked about it just then.
    for (;;) {
      this.busy.set(tenant, `hands its key over; last: ${JSON.stringify(site.sealedDone.at(-1))}`);
      // A busy host may not have polled it yet.
      const outcome = await hosted.handOverKey(apiKey, () => aWhile(100)).catch(() => ({ ok: false }));
      if (outcome.ok) break;
      await aWhile(500);
    }
  }

  /** The owner repeats it until the host has heard it; it may have heard a call whose answer is lost. */
  private async introduce(tenant: Tenant, former?: { siteId: string; secret: string }): Promise<HostedSite> {
    const { site, serial } = tenant;
    const hosted = new HostedSite(this.world.host.url, this.world.registryUrl, site);
    hosted.sender = `198.18.${serial >> 8}.${serial & 255}`;
    for (;;) {
      const secret = randomBytes(32).toString('base64');
      const answer = await hosted.connect({ secret }, former).catch(() => null);
      if (answer?.status === 201) return hosted;
      this.counts.repeated = (this.counts.repeated ?? 0) + 1;
      this.busy.set(tenant, `introduces itself: ${answerOf(answer)}`);
      await aWhile(500);
    }
  }

  /** From now on only the mailbox reaches it, as a new address behind a bot wall. */
  private hide(tenant: Tenant, token = tenant.turnToken): DiallingSite {
    tenant.site.isHidden = true;
    tenant.turnToken = token;
    const dialler = new DiallingSite(tenant.site, this.world.host.url, token, Date.now);
    this.diallers.set(tenant, dialler);
    const isOver = () => this.isOver || this.diallers.get(tenant) !== dialler;
    this.dialling.push(dialler.keepDialling(isOver, { pauseMs: 400 }));
    return dialler;
  }

  private async wake(siteId: string): Promise<void> {
    const tenant = this.tenants.find(({ site }) => site.siteId === siteId)!;
    await this.world.wake(tenant).catch(() => 0);
  }
}

const answerOf = (answer: { status: number; json: object } | null) =>
  answer === null ? 'no answer' : `${answer.status} ${JSON.stringify(answer.json)}`;
