// The network between the programs of the simulation: no socket. An origin leads to the program that listens there, and a seed decides what
// becomes of each call on its way.
import type { FastifyInstance } from 'fastify';
import { basename } from 'node:path';
import { inject } from 'light-my-request';
import type { DispatchFunc } from 'light-my-request';
import { Dispatcher } from 'undici';
import type { Network } from '#kit/network';
import type { Random } from '../fakes/random.ts';
import type { Life } from './life.ts';
import type { Timeline } from './timeline.ts';

export type Answer = { status: number; headers: { [name: string]: string | string[] }; body: Buffer };
export type Sent = {
  origin: string;
  method: string;
  /** With the query. */
  path: string;
  headers?: { [name: string]: string | string[] | undefined };
  body?: string | Buffer | null;
};
/** What becomes of a call. `lost_answer`: it arrived, and its answer does not come back. */
export type Fate = 'well' | 'lost' | 'lost_answer' | 'late' | 'repeated' | 'rubbish';
export type NetworkError = Error & { code: string };

/** How many of a thousand calls go each way. */
export type Weather = { [fate in Exclude<Fate, 'well'>]: number };
export const CALM: Weather = { lost: 0, lost_answer: 0, late: 0, repeated: 0, rubbish: 0 };
export const ROUGH: Weather = { lost: 20, lost_answer: 20, late: 15, repeated: 10, rubbish: 10 };

type Server = { life: Life | null; answer: (sent: Sent, from: string) => Promise<Answer> };

const WAY_MS = 2;
const LATE_MS = 40_000;

export class SimulatedNetwork {
  weather = CALM;
  calls = 0;
  /** Calls under way. */
  open = 0;
  readonly fates = new Map<Fate, number>();
  /** Gives the first call that it means its fate; undefined: it does not mean this one. For moments that chance seldom hits. */
  aim: ((sent: Sent) => Fate | undefined) | undefined;
  /** Hears each call when it ends. */
  onCall: (line: string) => void = () => undefined;
  /** Hears of each call with all that came of it. `heard`: by the caller; null: nothing of the program that was asked. */
  /** `heard` is null where the caller got no answer; `isRubbish`: what it got is not what was answered. */
  onEnded: (sent: Sent, asked: number, heard: Answer | null, isRubbish: boolean) => void = () => undefined;
  readonly #servers = new Map<string, Server>();
  readonly #timeline: Timeline;
  readonly #random: Random;

  constructor(timeline: Timeline, random: Random) {
    this.#timeline = timeline;
    this.#random = random;
  }

  /** What a life sees of it. */
  of(life: Life, origin: string): Network {
    return {
      connect: (socketPath) => new SimulatedDispatcher(this, life, socketPath),
      listen: async (server, at) => {
        await server.ready();
        const address = 'path' in at ? at.path : origin;
        this.#servers.set(address, { life, answer: answerOf(server) });
        return address;
      },
    };
  }

  /** A server that is not a program of ours. */
  serve(origin: string, handle: DispatchFunc): void {
    this.#servers.set(origin, {
      life: null,
      answer: (sent, from) => answered(inject(handle, request(sent, from))),
    });
  }

  close(origin: string): void {
    this.#servers.delete(origin);
  }

  isThere(origin: string): boolean {
    return this.#servers.get(origin)?.life?.isDead === false;
  }

  /**
   * One call. Rejects as undici does where there is no answer. `from`: the address of the caller. What is on its way arrives although the
   * caller has died meanwhile.
   */
  async carry(
    sent: Sent,
    { from, address = sent.origin }: { from: string; address?: string | undefined },
  ): Promise<Answer> {
    // A socket of one machine loses nothing.
    const fate = address === sent.origin ? (this.#aimed(sent) ?? this.#fate()) : 'well';
    this.calls += 1;
    this.open += 1;
    // A socket is in a folder that has another name in each run.
    const line = `${from} > ${basename(address)} ${sent.method} ${sent.path}`;
    const asked = this.#timeline.nowMs();
    let heard: Answer | null = null;
    try {
      await this.#timeline.sleep(WAY_MS + this.#random.below(10));
      if (fate === 'lost') throw await this.#fail('ECONNRESET');
      if (fate === 'late') await this.#timeline.sleep(this.#random.below(LATE_MS));
      const twice = fate === 'repeated' ? this.#ask(address, sent, from).catch(() => null) : null;
      const answer = await this.#ask(address, sent, from);
      await twice;
      // The caller hears one answer of the two.
      if (twice !== null) this.onEnded(sent, asked, null, false);
      await this.#timeline.sleep(WAY_MS);
      if (fate === 'lost_answer') throw await this.#fail('UND_ERR_SOCKET');
      heard = fate === 'rubbish' ? this.#rubbish() : answer;
      this.onCall(`${line} ${heard.status} ${heard.body.length}${fate === 'well' ? '' : ` ${fate}`}`);
      return heard;
    } catch (error) {
      this.onCall(`${line} ${(error as NetworkError).code ?? (error as Error).message} ${fate}`);
      throw error;
    } finally {
      this.open -= 1;
      this.onEnded(sent, asked, heard, fate === 'rubbish');
    }
  }

  /** Resolves at the first call that is meant, which goes so; without a fate it is left to chance. In the place of another aim. */
  first(isMeant: (sent: Sent) => boolean, fate?: Fate): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.aim = (sent) => {
      if (!isMeant(sent)) return undefined;
      resolve();
      return fate;
    };
    return promise;
  }

  #aimed(sent: Sent): Fate | undefined {
    const fate = this.aim?.(sent);
    if (fate === undefined) return undefined;
    this.aim = undefined;
    this.fates.set(fate, (this.fates.get(fate) ?? 0) + 1);
    return fate;
  }

  #fate(): Fate {
    let chance = this.#random.below(1000);
    for (const [fate, share] of Object.entries(this.weather) as [Fate, number][]) {
      if (chance < share) {
        this.fates.set(fate, (this.fates.get(fate) ?? 0) + 1);
        return fate;
      }
      chance -= share;
    }
    return 'well';
  }

  async #ask(address: string, sent: Sent, from: string): Promise<Answer> {
    const server = this.#servers.get(address);
    if (server === undefined || server.life?.isDead) throw networkError('ECONNREFUSED');
    if (server.life && !server.life.goesOn('network', `receives ${sent.path}`))
      throw networkError('ECONNRESET');
    const asked = server.answer(sent, from);
    const { life } = server;
    if (life === null) return asked;
    const answer = await Promise.race([asked, life.died.then(() => null)]);
    if (answer === null || !life.goesOn('network', `answers ${sent.path}`))
      throw networkError('UND_ERR_SOCKET');
    // The one of the library is that of the process, not of the side that answers.
    answer.headers['date'] = new Date(life.nowMs()).toUTCString();
    return answer;
  }

  async #fail(code: string): Promise<NetworkError> {
    await this.#timeline.sleep(this.#random.below(3000));
    return networkError(code);
  }

  #rubbish(): Answer {
    const texts = [
      '<html>Service unavailable</html>',
      '{"object":',
      '',
      'null',
      '[]',
      '{"error":{"code":"?"}}',
    ];
    const status = this.#random.pick([200, 200, 502, 503, 403]);
    const headers = { 'content-type': this.#random.pick(['text/html', 'application/json']) };
    return { status, headers, body: Buffer.from(this.#random.pick(texts)) };
  }
}

const networkError = (code: string): NetworkError =>
  Object.assign(new Error(code === 'ECONNREFUSED' ? 'connect ECONNREFUSED' : 'other side closed'), { code });

const request = ({ origin, method, path, headers, body }: Sent, from: string) => ({
  method: method as 'GET',
  url: path,
  headers: { host: URL.parse(origin)?.host ?? 'cell', ...(headers as { [name: string]: string }) },
  remoteAddress: from,
  ...(body === undefined || body === null ? {} : { payload: body }),
});

async function answered(
  answer: PromiseLike<{ statusCode: number; headers: object; rawPayload: Buffer }>,
): Promise<Answer> {
  const { statusCode, headers, rawPayload } = await answer;
  return { status: statusCode, headers: headers as Answer['headers'], body: rawPayload };
}

const answerOf = (server: FastifyInstance) => (sent: Sent, from: string) =>
  answered(server.inject(request(sent, from)));

/** In the place of undici's agents: the calls of one life. */
class SimulatedDispatcher extends Dispatcher {
  readonly #network: SimulatedNetwork;
  readonly #life: Life;
  readonly #address: string | undefined;

  constructor(network: SimulatedNetwork, life: Life, address: string | undefined) {
    super();
    this.#network = network;
    this.#life = life;
    this.#address = address;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void this.#carry(options, handler);
    return true;
  }

  override close(): Promise<void>;
  override close(callback: () => void): void;
  override close(callback?: () => void): Promise<void> | void {
    return callback === undefined ? Promise.resolve() : callback();
  }

  override destroy(): Promise<void>;
  override destroy(...args: unknown[]): Promise<void> | void {
    const callback = args.at(-1);
    return typeof callback === 'function' ? (callback as () => void)() : Promise.resolve();
  }

  async #carry(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    let ended = false;
    const controller = {
      aborted: false,
      paused: false,
      reason: null as Error | null,
      rawHeaders: [],
      rawTrailers: [],
      abort(reason: Error) {
        if (ended) return;
        ended = true;
        Object.assign(controller, { aborted: true, reason });
        handler.onResponseError?.(controller, reason);
      },
      // All of an answer is there at once.
      pause: () => undefined,
      resume: () => undefined,
    } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, {});
    if (ended || !this.#life.goesOn('network', `calls ${options.path}`)) return;
    const sent = {
      origin: String(options.origin ?? ''),
      method: options.method,
      path: options.path,
      headers: headersOf(options.headers),
      body: options.body as string | Buffer | null,
    };
    try {
      const caller = { from: addressOf(this.#life.name), address: this.#address };
      const answer = await this.#network.carry(sent, caller);
      if (ended || !this.#life.goesOn('network', `hears ${options.path}`)) return;
      handler.onResponseStart?.(controller, answer.status, answer.headers, '');
      if (answer.body.length > 0) handler.onResponseData?.(controller, answer.body);
      ended = true;
      handler.onResponseEnd?.(controller, {});
    } catch (error) {
      if (ended || this.#life.isDead) return;
      ended = true;
      handler.onResponseError?.(controller, error as Error);
    }
  }
}

function headersOf(headers: Dispatcher.DispatchOptions['headers']): {
  [name: string]: string | string[] | undefined;
} {
  if (headers === null || headers === undefined) return {};
  if (Array.isArray(headers)) {
    const named: { [name: string]: string } = {};
    for (let index = 0; index < headers.length; index += 2)
      named[String(headers[index])] = String(headers[index + 1]);
    return named;
  }
  return headers as { [name: string]: string | string[] | undefined };
}

/** Each machine has an address of its own. */
export function addressOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 64_000;
  return `198.51.${100 + ((sum >> 8) % 100)}.${sum & 255}`;
}
