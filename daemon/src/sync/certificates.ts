// Issues and withdraws certificates for the site, one after another beside the loop. An order stays in the site's poll until its
// outcome is told, so a certificate must not be issued twice: each has an idempotency key of its own, and the journal remembers when it
// was first sent, because the registry forgets a key after a day. One that was sent longer ago without an answer is told as unclear.
import type { Logger } from 'pino';
import { isOver, type Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';
import type { Account } from '../registry/account.ts';
import { meaningOfRefusal } from '../registry/answer-meaning.ts';
import {
  AccountRefused,
  RegistryTransient,
  type RegistryAnswer,
  type RegistryCall,
} from '../types/registry.ts';
import type { CertificateDone, CertificateOrder } from '../types/site.ts';
import { Certificate, ErrorEnvelope } from '../types/registry-answers.ts';
import { lifeOf } from '../types/life.ts';

/** Well before the registry forgets the key, which it keeps for 24 hours at least. */
const KEY_IS_GOOD_MS = 22 * 3600_000;
const SENT = 'certificates_sent';
const DONE = 'certificates_done';

export type CertificateOrders = ReturnType<typeof createCertificateOrders>;

export function createCertificateOrders(deps: {
  siteId: string;
  account: Account;
  journal: Journal;
  clock: Clock;
  log: Logger;
  stopping: AbortSignal;
  /** False while another engine may still be sending for this site. */
  maySend: () => boolean;
  onDone: () => void;
}) {
  const { siteId, account, journal, clock, log, stopping } = deps;
  let running: Promise<void> | null = null;
  const outcomes = (): CertificateDone[] => journal.meta.find<CertificateDone[]>(siteId, DONE) ?? [];
  /** Order → when it was sent first. */
  const sent = () => journal.meta.find<{ [id: string]: number }>(siteId, SENT) ?? {};

  function finish(id: string, outcome: Partial<CertificateDone>): void {
    const { [id]: _finished, ...others } = sent();
    journal.transaction(() => {
      journal.meta.save(siteId, DONE, [...outcomes(), { ...NOTHING, ...outcome, id }]);
      journal.meta.save(siteId, SENT, others);
    });
    deps.onDone();
  }

  /** The call that carries the order out; null where the artwork is not registered yet. */
  function callOf(order: CertificateOrder): RegistryCall | null {
    if (order.kind === 'withdraw') {
      const path = `/certificates/${encodeURIComponent(order.certificate_id)}/withdraw`;
      return { method: 'POST', path, body: { reason: order.reason } };
    }
    const registryId = journal.works.find(siteId, order.external_id)?.registryId;
    if (!registryId) return null;
    const { edition_number, edition_size, note } = order;
    const asked = Object.entries({ edition_number, edition_size, note }).filter(
      ([, value]) => value !== null,
    );
    const path = `/artworks/${encodeURIComponent(registryId)}/certificates`;
    return {
      method: 'POST',
      path,
      body: Object.fromEntries(asked),
      idempotencyKey: `certificate-${order.id}`,
    };
  }

  /** Leaves the order as it is where it cannot be carried out now: the site asks again with its next poll. */
  async function carryOutOne(order: CertificateOrder): Promise<void> {
    const isOffered = () => account.descriptor?.features.includes('certificates') ?? false;
    // The registry may have begun to offer them since it was asked last.
    if (!isOffered() && !(await account.refresh(stopping))) return;
    if (!isOffered()) return finish(order.id, { code: 'not_supported' });
    const call = callOf(order);
    if (call === null) return;
    const firstSentMs = sent()[order.id];
    const isKeyOld = firstSentMs !== undefined && isOver(firstSentMs, KEY_IS_GOOD_MS, clock.now());
    if (isKeyOld && order.kind === 'issue') return finish(order.id, { code: 'unclear' });
    await account.withClaim(stopping, async (send) => {
      if (firstSentMs === undefined) journal.meta.save(siteId, SENT, { ...sent(), [order.id]: clock.now() });
      await journal.flushed();
      takeAnswer(order, await send(call));
      return true;
    });
  }

  function takeAnswer(order: CertificateOrder, { status, body }: RegistryAnswer): void {
    const certificate = Certificate.safeParse(body);
    if (status < 300 && certificate.success) {
      const { id, registry_id, issued_at, withdrawn_at, links } = certificate.data;
      log.info({ artwork: registry_id, kind: order.kind }, 'certificate');
      const { public_page } = links;
      return finish(order.id, {
        ok: true,
        certificate_id: id,
        public_page,
        registry_id,
        issued_at,
        withdrawn_at,
      });
    }
    const envelope = ErrorEnvelope.safeParse(body);
    const { code, message } = envelope.success ? envelope.data.error : { code: 'failed', message: null };
    if (['in_progress', 'busy'].includes(meaningOfRefusal(status, code))) return;
    log.warn({ code, kind: order.kind }, 'the registry refused a certificate');
    finish(order.id, { code, message: message?.slice(0, 500) ?? null });
  }

  async function carryOutAll(orders: CertificateOrder[]): Promise<void> {
    for (const order of orders) {
      if (stopping.aborted || !account.isOpen()) return;
      try {
        await carryOutOne(order);
      } catch (error) {
        if (error instanceof RegistryTransient || error instanceof AccountRefused) return;
        log.error({ err: error }, 'an order for a certificate could not be carried out');
        return;
      }
    }
  }

  return {
    outcomes,
    /** Begins with those whose outcome is not known, unless some are under way. */
    carryOut(orders: CertificateOrder[]): void {
      if (orders.length === 0 || running !== null || !deps.maySend()) return;
      const known = new Set(outcomes().map(({ id }) => id));
      running = carryOutAll(orders.filter(({ id }) => !known.has(id))).finally(() => (running = null));
    },
    /** WordPress has heard of these. */
    forget(told: CertificateDone[]): void {
      if (told.length === 0) return;
      const ids = new Set(told.map(({ id }) => id));
      const left = outcomes().filter(({ id }) => !ids.has(id));
      journal.meta.save(siteId, DONE, left);
    },
    life: lifeOf({
      isQuiet: () => running === null && outcomes().length === 0,
      stop: async () => void (await running),
    }),
  };
}

const NOTHING: Omit<CertificateDone, 'id'> = {
  ok: false,
  code: null,
  message: null,
  certificate_id: null,
  public_page: null,
  registry_id: null,
  issued_at: null,
  withdrawn_at: null,
};
