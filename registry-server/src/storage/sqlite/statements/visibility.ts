// What follows from a change of a work: text index, feed of changes, events. One place decides which event a
// transition emits, for clients' updates and the operator's actions alike.
import type { EventKind } from '@artwork-registry/contract';
import type { ArtworkRow } from '../../projection.ts';
import type { SqliteContext } from '../engine/context.ts';
import { insertChange, insertEvent } from './outbox.ts';
import { removeText, writeText } from '../search/text-index.ts';

/** Call after the row was written with its new updated_at and only if something public changed. */
export function publishTransition(
  context: SqliteContext,
  before: ArtworkRow,
  after: ArtworkRow,
  changedFields: string[],
): void {
  const kinds = eventsOf(before, after);
  if (after.is_public === 1) writeText(context, after);
  else if (before.is_public === 1) removeText(context, after.number);
  if (before.is_public === 1 || after.is_public === 1) {
    insertChange(context, {
      op: after.is_public === 1 ? 'upsert' : 'remove',
      registryId: after.registry_id,
      updatedAt: after.updated_at,
    });
  }
  for (const type of kinds) {
    insertEvent(context, {
      type,
      organizationId: after.organization_id,
      resource: { type: 'artwork', id: after.id, registry_id: after.registry_id },
      changedFields: type === 'artwork.created' ? [] : changedFields,
    });
  }
}

function eventsOf(before: ArtworkRow, after: ArtworkRow): EventKind[] {
  if (after.is_public !== 1) return before.is_public === 1 ? ['artwork.removed'] : [];
  const becameSold = after.availability === 'sold' && before.availability !== 'sold';
  const first: EventKind = before.is_public === 1 ? 'artwork.updated' : 'artwork.created';
  return becameSold ? [first, 'artwork.sold'] : [first];
}
