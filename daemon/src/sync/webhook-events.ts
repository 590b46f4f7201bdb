// Processes stored webhook deliveries: which work an event is about, whether our own write caused it, and whether the work must be
// read again. An event never changes a work by itself.
import { isStaleEvent } from '@artwork-registry/contract';
import { setImmediate } from 'node:timers/promises';
import { isoTime } from '#kit/clock';
import type { Bookkeeping } from './bookkeeping/bookkeeping.ts';
import { isSeen } from './bookkeeping/echo.ts';
import type { ForwardedEvent } from '../journal/delivery-rows.ts';
import type { Journal } from '../journal/journal.ts';
import type { Work } from '../types/work.ts';
import { WebhookEvent } from '../types/registry-answers.ts';

const ABOUT_WORKS = new Set([
  'artwork.created',
  'artwork.updated',
  'artwork.sold',
  'artwork.removed',
  'artwork.ownership_changed',
]);
const FORWARDED = new Set([...ABOUT_WORKS, 'certificate.created', 'gallery.updated']);
const PAGE = 100;
/** A record has 14 fields, none with a longer name. */
const MOST_FIELDS = 50;
const LONGEST_FIELD = 64;
/** The registry's time is known to a second or so. An event from further ahead would make every later one look old. */
const MOST_AHEAD_MS = 60_000;

type Deps = {
  siteId: string;
  journal: Journal;
  bookkeeping: Bookkeeping;
  now: () => number;
  /** The registry's time, in ms since the epoch. */
  registryNow: () => number;
  /** A profile of the registry got another name or place. */
  onProfileChanged: () => void;
};

/** Processes the stored deliveries of a site. */
export async function processDeliveries(deps: Deps): Promise<void> {
  while (processPage(deps) === PAGE) {
    // Health checks and new deliveries have their turn between two pages.
    await setImmediate();
  }
}

/** How many there were. */
function processPage({ siteId, journal, bookkeeping, now, registryNow, onProfileChanged }: Deps): number {
  const page = journal.deliveries.listReceived(siteId, PAGE);
  if (page.length === 0) return 0;
  journal.transaction(() => {
    for (const { deliveryId, raw } of page) {
      const event = parseEvent(raw, registryNow());
      const registryId = event?.resource.registry_id ?? null;
      const work = registryId === null ? undefined : journal.works.findByRegistryId(siteId, registryId);
      const isOurs =
        event !== null && FORWARDED.has(event.type) && (work || event.type === 'gallery.updated');
      const forwarded = isOurs ? forwardedEvent(deliveryId, event, work) : null;
      if (event && registryId !== null && ABOUT_WORKS.has(event.type)) {
        if (work) recordEvent({ journal, bookkeeping }, work, event, registryNow() + MOST_AHEAD_MS);
        else journal.deliveries.recordEarly(siteId, registryId, event.created_at, now());
      }
      if (event?.type === 'gallery.updated') onProfileChanged();
      journal.deliveries.markProcessed(siteId, deliveryId, forwarded, now());
    }
  });
  return page.length;
}

/** What the registry stamped with a clock that was ahead, beyond `untilMs`, makes no event look old: it would for as long. */
function recordEvent(
  { journal, bookkeeping }: Pick<Deps, 'journal' | 'bookkeeping'>,
  work: Work,
  event: WebhookEvent,
  untilMs: number,
): void {
  const come = (iso: string | null | undefined) => (iso && Date.parse(iso) <= untilMs ? iso : null);
  if (isStaleEvent(event, come(work.lastEventAt))) return;
  const patch: Partial<Work> = { lastEventAt: event.created_at };
  const isChanging = (journal.actions.findOpen(work.siteId, work.externalId)?.attempts ?? 0) > 0;
  if (!isOwnEcho(work, isChanging, event, come(work.shows?.updated_at)))
    patch.recheckSince = event.created_at;
  bookkeeping.change(work.externalId, () => patch);
}

/**
 * Our own publications and updates come back as events; reading each again would cost a request per work. `isChanging`: a step of ours is
 * under way, so that what was confirmed before may be over, and explains no event.
 */
function isOwnEcho(work: Work, isChanging: boolean, event: WebhookEvent, readAt: string | null): boolean {
  if (work.ownership !== 'ours') return false;
  const availability = isChanging ? undefined : work.confirmed?.['availability'];
  if (event.type === 'artwork.removed') return availability === 'fully_private';
  if (event.type === 'artwork.sold') return availability === 'sold';
  if (event.type === 'artwork.ownership_changed') return false;
  return isSeen(event.created_at, readAt);
}

/** A registry's feed says that a work is to be read, not why. Our own publication is the first that it says of one of our works. */
function typeOf(event: WebhookEvent, work: Work | undefined): string {
  const isFirst = work !== undefined && work.ownership === 'ours' && work.lastEventAt === null;
  return isFirst &&
    event.type === 'artwork.updated' &&
    isSeen(event.created_at, work.shows?.updated_at ?? null)
    ? 'artwork.created'
    : event.type;
}

function forwardedEvent(deliveryId: string, event: WebhookEvent, work: Work | undefined): ForwardedEvent {
  return {
    delivery_id: deliveryId,
    type: typeOf(event, work),
    created_at: event.created_at,
    external_id: work?.externalId ?? null,
    registry_id: event.resource.registry_id,
    changed_fields: event.changed_fields.slice(0, MOST_FIELDS).map((field) => field.slice(0, LONGEST_FIELD)),
  };
}

function parseEvent(raw: string, nowMs: number): WebhookEvent | null {
  try {
    const parsed = WebhookEvent.safeParse(JSON.parse(raw));
    if (!parsed.success) return null;
    const atMs = Date.parse(parsed.data.created_at);
    if (Number.isNaN(atMs)) return null;
    return atMs > nowMs + MOST_AHEAD_MS ? { ...parsed.data, created_at: isoTime(nowMs) } : parsed.data;
  } catch {
    return null;
  }
}
