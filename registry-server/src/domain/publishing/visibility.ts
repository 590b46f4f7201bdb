// What follows when a work changes for the public: whether it can be found, the step in the feed, and the events. One
// place decides which event a transition emits, for clients' updates and the operator's actions alike.
import type { EventKind } from '@artwork-registry/contract';
import type { ArtworkRow, ArtworkWrite, Subscribers } from '../../storage/artwork-facts.ts';
import type { Tx } from '../../storage/tx.ts';
import { eventFor } from '../delivery/events.ts';

type Consequences = Pick<ArtworkWrite, 'isIndexed' | 'changes' | 'events'>;

/** Of a new work. */
export function consequencesOfNew(tx: Tx, row: ArtworkRow, subscribers: Subscribers): Consequences {
  if (row.is_public !== 1) return {};
  return {
    isIndexed: true,
    changes: [{ op: 'upsert', registryId: row.registry_id, updatedAt: row.updated_at }],
    events: eventFor(tx, subscribers, {
      type: 'artwork.created',
      resource: resourceOf(row),
      changedFields: [],
    }),
  };
}

/** Of a change that somebody may see; `after` carries its new updated_at. */
export function consequencesOf(
  tx: Tx,
  before: ArtworkRow,
  after: ArtworkRow,
  subscribers: Subscribers,
  changedFields: string[],
): Consequences {
  const [wasPublic, isPublic] = [before.is_public === 1, after.is_public === 1];
  if (!wasPublic && !isPublic) return {};
  return {
    isIndexed: isPublic,
    changes: [
      { op: isPublic ? 'upsert' : 'remove', registryId: after.registry_id, updatedAt: after.updated_at },
    ],
    events: eventsOf(before, after).flatMap((type) =>
      eventFor(tx, subscribers, {
        type,
        resource: resourceOf(after),
        changedFields: type === 'artwork.created' ? [] : changedFields,
      }),
    ),
  };
}

function eventsOf(before: ArtworkRow, after: ArtworkRow): EventKind[] {
  if (after.is_public !== 1) return before.is_public === 1 ? ['artwork.removed'] : [];
  const becameSold = after.availability === 'sold' && before.availability !== 'sold';
  const first: EventKind = before.is_public === 1 ? 'artwork.updated' : 'artwork.created';
  return becameSold ? [first, 'artwork.sold'] : [first];
}

export function resourceOf(row: ArtworkRow): { type: string; id: string; registry_id: string } {
  return { type: 'artwork', id: row.id, registry_id: row.registry_id };
}
