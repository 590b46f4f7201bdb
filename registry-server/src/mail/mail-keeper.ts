// Sends what is to be told by e-mail, a minute after the last look has ended, once. Of several instances one does it. What the mail
// server did not take is tried again with the next look.
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { Transporter } from 'nodemailer';
import type { Clock } from '#kit/clock';
import { underLease } from '../lease.ts';
import { repeat } from '../repeat.ts';
import type { Repeated } from '../repeat.ts';
import { LONGEST_LEASE_MS } from '../storage/shared/waits.ts';
import type { Storage } from '../storage/storage.ts';
import { arrivedLetter, decidedLetter, DECIDED_WITHIN_MS } from './letters.ts';
import type { Letter, LetterPlace } from './letters.ts';
import { CLEARED_MS, problemLetters, problemScopes } from './problem-letters.ts';
import type { HostProblem } from './problem-letters.ts';

const PAUSE_MS = 60_000;
const LEASE = { name: 'mails', ms: LONGEST_LEASE_MS };
const TIMEOUT_MS = 30_000;

export type MailSettings = {
  /** smtp://user:password@host:587 or smtps://… */
  url: string;
  from: string;
  operators: string[];
};

export type MailDeps = {
  storage: Storage;
  clock: Clock;
  place: () => LetterPlace;
  /** What is wrong with this machine now. */
  findHostProblems: () => HostProblem[];
  logger: Pick<FastifyBaseLogger, 'info' | 'error'>;
};

export class MailKeeper {
  readonly #settings: MailSettings;
  readonly #deps: MailDeps;
  readonly #transport: Transporter;
  #repeated: Repeated | undefined;
  /** Since when a problem that was told is gone, by the key of its letter. */
  readonly #goneSinceMs = new Map<string, number>();

  constructor(settings: MailSettings, deps: MailDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#transport = createTransport({
      url: settings.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  start(): void {
    this.#repeated = repeat(
      this.#deps.clock,
      () =>
        this.sendDue().catch((error: unknown) =>
          this.#deps.logger.error({ err: error }, 'could not send e-mail'),
        ),
      PAUSE_MS,
    );
  }

  async stop(): Promise<void> {
    await this.#repeated?.stop();
    this.#transport.close();
  }

  /** Everything that is due now. One that fails holds up no other. */
  async sendDue(): Promise<void> {
    await underLease(this.#deps.storage, LEASE, async ({ renew }) => {
      const problems = await this.#problems();
      await this.#forgetCleared(problems);
      for (const letter of [...(await this.#due()), ...problems]) {
        if (await this.#deps.storage.hasSentMail(letter.key)) continue;
        if (!(await renew())) return;
        await this.#send(letter);
      }
    });
  }

  async #due(): Promise<Letter[]> {
    const { storage, clock } = this.#deps;
    const place = this.#deps.place();
    const waiting = await storage.listAccessRequests('queued');
    const decided = [
      ...(await storage.listAccessRequests('approved')),
      ...(await storage.listAccessRequests('rejected')),
    ].filter(({ decidedAt }) => clock.now() - (decidedAt ?? 0) / 1000 < DECIDED_WITHIN_MS);
    const told = await Promise.all(
      decided.map(async (asked) => {
        const claim = await storage.findClaimToken(asked.id);
        return decidedLetter(asked, claim !== undefined && claim.askedAt !== null, place);
      }),
    );
    return [
      ...waiting.map((asked) => arrivedLetter(asked, place)),
      ...told.filter((letter) => letter !== undefined),
    ];
  }

  async #problems(): Promise<Letter[]> {
    const { storage, clock, place, findHostProblems } = this.#deps;
    const backlog = await storage.findBacklog();
    const endpoints = await storage.listEndpointHealth();
    const situation = { backlog, endpoints, host: hostname(), found: findHostProblems() };
    return problemLetters(situation, clock.now(), place());
  }

  /** A problem that was told and has been gone for long enough is told again when it comes back. */
  async #forgetCleared(problems: Letter[]): Promise<void> {
    const { storage, clock } = this.#deps;
    const present = new Set(problems.map(({ key }) => key));
    for (const key of present) this.#goneSinceMs.delete(key);
    for (const scope of problemScopes(hostname()))
      for (const key of await storage.listSentMails(scope)) {
        if (present.has(key)) continue;
        const sinceMs = this.#goneSinceMs.get(key) ?? clock.now();
        this.#goneSinceMs.set(key, sinceMs);
        if (clock.now() - sinceMs < CLEARED_MS) continue;
        await storage.forgetSentMail(key);
        this.#goneSinceMs.delete(key);
      }
  }

  async #send(letter: Letter): Promise<void> {
    const { key, to, subject, text } = letter;
    const { storage, logger } = this.#deps;
    const { from, operators } = this.#settings;
    try {
      // Automatic, so that no absence notice answers it.
      const headers = { 'auto-submitted': 'auto-generated' };
      const messageId = messageIdOf(letter, from);
      await this.#transport.sendMail({ from, to: to ?? operators, subject, text, headers, messageId });
    } catch (error) {
      logger.error({ err: error, about: key }, 'the mail server did not take an e-mail');
      return;
    }
    await storage.recordSentMail(key);
    logger.info({ about: key }, 'sent an e-mail');
  }
}

/**
 * The same for a letter that is sent a second time because the process ended, or the answer of the mail server was lost, before it was
 * noted as sent: mail programs show two letters with one Message-ID as one.
 */
function messageIdOf({ key, round }: Letter, from: string): string {
  const hash = createHash('sha256')
    .update(`${key}\n${round ?? ''}`)
    .digest('hex')
    .slice(0, 32);
  return `<${hash}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}
