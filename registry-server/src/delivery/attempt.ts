// One HTTP attempt on undici's dispatch API. Settles once: on response, error or deadline, whichever is first:
//
//   open -> answered | failed | timed out (each is final; what comes later is ignored)
//
// The streams and signals of undici's higher levels cost more than the request itself.
import type { Dispatcher } from 'undici';
import { LIMITS } from '@artwork-registry/contract';
import type { Clock } from '#kit/clock';
import { failureWords } from './failure-words.ts';

export type SendResult =
  /** `beginning`: the first words of the answer, for the operator. */
  { status: number; retryAfter: string | undefined; beginning: string } | { error: string };

const SHOWN_BYTES = 300;
const NOTHING = Buffer.alloc(0);

type Controller = Dispatcher.DispatchController;

export class Attempt implements Dispatcher.DispatchHandler {
  readonly ended: Promise<SendResult>;
  readonly #endDeadline: () => void;
  #resolve: (result: SendResult) => void = () => undefined;
  #controller: Controller | undefined;
  #hasEnded = false;
  #status = 0;
  #retryAfter: string | undefined;
  #read = 0;
  #beginning = NOTHING;

  /** The deadline is for all of it: the connection, the handshake, the answer to its last byte. */
  constructor(clock: Clock, deadlineMs: number) {
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
    this.#endDeadline = clock.timeout(deadlineMs, () => this.abort('no answer in time'));
  }

  /** Ends it with an error; without effect once it has ended. */
  abort(reason: string): void {
    if (this.#hasEnded) return;
    this.#end({ error: reason });
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#hasEnded) controller.abort(new Error('the attempt is over'));
  }

  onResponseStart(
    _controller: Controller,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    const retryAfter = headers['retry-after'];
    this.#status = status;
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#read += chunk.length;
    // Nobody looks at what a receiver says when all is well.
    if (this.#status >= 300 && this.#beginning.length < SHOWN_BYTES)
      this.#beginning = Buffer.concat([this.#beginning, chunk.subarray(0, SHOWN_BYTES)]);
    if (this.#read <= LIMITS.webhookBodyBytes) return;
    // Whatever is longer is cut off with its connection.
    this.#endAnswered();
    controller.abort(new Error('the answer is too long'));
  }

  onResponseEnd(): void {
    this.#endAnswered();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#end({ error: failureWords(error).slice(0, SHOWN_BYTES) });
  }

  #endAnswered(): void {
    const text = this.#beginning.subarray(0, SHOWN_BYTES).toString('utf8');
    // Shown in terminals: no escape sequences, no line breaks.
    const beginning = text.replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ').trim();
    this.#end({ status: this.#status, retryAfter: this.#retryAfter, beginning });
  }

  #end(result: SendResult): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#endDeadline();
    this.#resolve(result);
  }
}
