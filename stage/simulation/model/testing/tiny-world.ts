// A world around the tiny registry: it keeps the history as the real one does, and its story meets every promise once.
import { jsonOf, stringAt } from '../answers.ts';
import type {
  Answer,
  Ask,
  Deed,
  Fields,
  Outcome,
  Said,
  ShopFacts,
  ShopWork,
  Who,
  World,
} from '../observation.ts';
import { TinyRegistry } from './tiny-registry.ts';
import { ORIGIN, type Lie } from './tiny-work.ts';

const MINUTE_MS = 60_000;
const BEGIN = Date.UTC(2026, 0, 1);
const KEYS = { own: 'areg_own', other: 'areg_other', reader: 'areg_reader', old: 'areg_old' } as const;
const OPERATOR: Who = { role: 'operator', number: 1 };
const CLIENT: Who = { role: 'client', number: 1 };

export class TinyWorld {
  readonly registry: TinyRegistry;
  readonly history: Said[] = [];
  shopWorks: ShopWork[] = [];
  problem: string | null = null;
  told: ShopFacts['told'] = [];
  orders: ShopFacts['orders'] = [];
  #now = BEGIN;

  constructor(lies: readonly Lie[] = []) {
    this.registry = new TinyRegistry(lies);
    this.wait(1);
  }

  wait(minutes: number): void {
    this.#now += minutes * MINUTE_MS;
    this.registry.now = this.#now;
  }

  /** What the model is given. */
  look(): World {
    return {
      now: this.#now,
      registries: [{ registry: 1, origin: ORIGIN, readKey: KEYS.reader, clockAhead: 0 }],
      shops: [this.#shop()],
      history: this.history,
      deliveries: this.registry.deliveries,
      call: (ask) => Promise.resolve(this.registry.answer(ask)),
    };
  }

  #shop(): ShopFacts {
    return {
      shop: 1,
      registry: 1,
      origin: 'https://shop.example',
      organization: 'own',
      installationId: 'ins_1',
      onLeave: 'not_for_sale',
      problem: this.problem,
      isHeld: false,
      works: this.shopWorks,
      orders: this.orders,
      told: this.told,
    };
  }

  note(who: Who, deed: Deed, outcome: Outcome = { is: 'done' }): Said {
    const asked = this.#now;
    this.wait(1);
    const said: Said = { number: this.history.length, who, asked, ended: this.#now, outcome, deed };
    this.history.push(said);
    // What begins at the very moment at which another deed ended may come before or after it.
    this.wait(1 / MINUTE_MS);
    return said;
  }

  /** A call of the API. With `isLost` it is carried out, and its answer never arrives. */
  ask(
    organization: 'own' | 'other',
    ask: Omit<Ask, 'origin' | 'headers'>,
    key?: string,
    isLost = false,
  ): Answer {
    const headers = {
      authorization: `Bearer ${KEYS[organization]}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const whole: Ask = { ...ask, origin: ORIGIN, headers };
    const arrived = this.registry.answer(whole);
    const answer: Answer = isLost ? { isLost: true, at: this.#now } : arrived;
    const isDone = !answer.isLost && answer.status < 300;
    const outcome: Outcome = { is: answer.isLost ? 'unknown' : isDone ? 'done' : 'refused' };
    this.note(CLIENT, { what: 'call', registry: 1, organization, ask: whole, answer }, outcome);
    return answer;
  }

  publish(organization: 'own' | 'other', fields: Fields, key: string): string {
    const integration = organization === 'own' ? { integration: { installation_id: 'ins_1' } } : {};
    const body = JSON.stringify({ ...fields, ...integration });
    const answer = this.ask(organization, { method: 'POST', path: '/api/v1/artworks', body }, key);
    return answer.isLost ? '' : (stringAt(jsonOf(answer.body), 'registry_id') ?? '');
  }

  change(id: string, fields: Fields, organization: 'own' | 'other' = 'own', isLost = false): Answer {
    const ask = { method: 'PATCH', path: `/api/v1/artworks/${id}`, body: JSON.stringify(fields) };
    return this.ask(organization, ask, undefined, isLost);
  }

  certify(id: string, copy: number): string {
    const body = JSON.stringify({ edition_number: copy, edition_size: 9 });
    const ask = { method: 'POST', path: `/api/v1/artworks/${id}/certificates`, body };
    const answer = this.ask('own', ask, `certificate of ${id} ${copy}`);
    return answer.isLost ? '' : (stringAt(jsonOf(answer.body), 'id') ?? '');
  }

  makeKeys(): void {
    for (const [organization, key] of Object.entries(KEYS)) {
      this.registry.state.keys[key] = { organization, isRevoked: false };
      const scopes = ['artworks:read', 'artworks:write'];
      this.note(OPERATOR, { what: 'create key', registry: 1, organization, scopes, key });
    }
  }

  makeWebhook(): void {
    const secret = 'whsec_dGVzdA==';
    const url = 'https://receiver.example/hook';
    this.registry.webhook = { id: 'hook-1', secret, isActive: true };
    const webhook = 'hook-1';
    this.note(OPERATOR, { what: 'create webhook', registry: 1, organization: 'own', webhook, url, secret });
  }

  setWebhook(isActive: boolean): void {
    this.registry.webhook!.isActive = isActive;
    const what = isActive ? 'resume webhook' : 'pause webhook';
    this.note(OPERATOR, { what, registry: 1, webhook: 'hook-1' });
    this.registry.send();
  }

  revoke(): void {
    this.registry.state.keys[KEYS.old]!.isRevoked = true;
    this.note(OPERATOR, { what: 'revoke key', registry: 1, key: KEYS.old });
  }

  withdraw(registryId: string): void {
    this.registry.setWithdrawn(registryId, true);
    this.note(OPERATOR, { what: 'withdraw', registry: 1, registryId });
  }

  /** The whole story up to a rest. Returns the Art IDs of its works. */
  play(): string[] {
    this.makeKeys();
    this.makeWebhook();
    const blue: Fields = { title: 'Blue Hour over Basel', artist_name: 'Iris Quill', external_id: '1' };
    const irises: Fields = { title: 'Irises in a Vase', artist_name: 'Anna Boch', external_id: '2' };
    const secret: Fields = { title: 'The Hidden Courtyard', artist_name: 'Ana Sol', external_id: '3' };
    const foreign: Fields = { title: 'Winter at the Lake', artist_name: 'Paul Klee' };
    const price = { amount: 900, currency: 'CHF' };
    const one = this.publish('own', { ...blue, availability: 'for_sale', price }, 'key-1');
    const two = this.publish('own', irises, 'key-2');
    const three = this.publish('own', secret, 'key-3');
    const four = this.publish('other', foreign, 'key-4');
    this.publish('own', irises, 'key-2');
    this.change(one, { title: 'Blue Hour over Basel, 2024' });
    this.change(two, { medium: 'Oil on canvas' }, 'own', true);
    this.change(one, { title: 'Nothing of yours' }, 'other');
    this.change('AREG-999', { title: 'Never issued' });
    this.change(three, { availability: 'fully_private' });
    this.publish('own', secret, 'key-3');
    this.publish('own', { ...secret, title: 'Never to be seen', availability: 'fully_private' }, 'key-5');
    this.certify(one, 1);
    const withdrawn = this.certify(one, 2);
    this.certify(one, 1);
    const body = JSON.stringify({ reason: 'a mistake' });
    this.ask('own', { method: 'POST', path: `/api/v1/certificates/${withdrawn}/withdraw`, body });
    this.shopWorks = [
      work('1', { ...blue, title: 'Blue Hour over Basel, 2024', availability: 'for_sale', price }, one),
      work('2', irises, two),
      { ...work('3', secret, three), wish: 'hidden' },
    ];
    return [one, two, three, four];
  }

  /** The rest of the story, from one rest to the next: the operator puts last night's backup back. */
  playOn(ids: readonly string[], replaced: 'kept' | 'lost' = 'kept'): void {
    const backup = this.registry.backup();
    const made = this.note(OPERATOR, { what: 'backup', registry: 1 });
    this.withdraw(ids[3]!);
    this.registry.restore(backup, replaced === 'kept');
    this.note(OPERATOR, { what: 'restore backup', registry: 1, backup: made.number, replaced });
    this.setWebhook(true);
    this.revoke();
    this.setWebhook(false);
    this.wait(5);
    this.change(ids[1]!, { medium: 'Oil on wood' });
    this.wait(30 * 60);
    this.registry.writeDump();
    this.note(OPERATOR, { what: 'write dump', registry: 1 });
    this.setWebhook(true);
    this.wait(30 * 60);
    // As each night.
    this.registry.writeDump();
  }
}

function work(external: string, fields: Fields, artId: string): ShopWork {
  return { work: external, fields, wish: 'shared', isBroken: false, isWaiting: false, artId, problem: null };
}
