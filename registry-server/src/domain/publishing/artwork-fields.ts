// What a client may say about a work, and the columns in which it is stored.
import type { ArtworkRow, FieldColumns } from '../../storage/artwork-facts.ts';
import type { ArtworkFields } from '../../storage/records.ts';
import { fingerprint } from '@artwork-registry/contract';
import { urlKeysOf } from './identity.ts';

export function columnsOf({ price, ...fields }: ArtworkFields): FieldColumns {
  return {
    ...fields,
    ...urlKeysOf(fields),
    price_amount: price?.amount ?? null,
    price_currency: price?.currency ?? null,
  };
}

export function fieldsOf(row: ArtworkRow): ArtworkFields {
  const { price_amount: amount, price_currency: currency } = row;
  return {
    title: row.title,
    year_created: row.year_created,
    medium: row.medium,
    height_cm: row.height_cm,
    width_cm: row.width_cm,
    depth_cm: row.depth_cm,
    availability: row.availability,
    price: amount === null || currency === null ? null : { amount, currency },
    cover_image_url: row.cover_image_url,
    external_id: row.external_id,
    source_url: row.source_url,
    inventory_ref: row.inventory_ref,
  };
}

/** Whether everybody may see a work. */
export function isPublic(row: Pick<ArtworkRow, 'availability' | 'withdrawn_at'>): boolean {
  return row.availability !== 'fully_private' && row.withdrawn_at === null;
}

/**
 * What the work is recognised by, with the present name of its artist. A write that leaves it as it was stored would leave the former
 * name in it where the operator corrects the artist at that moment: the correction passes over works that were written since.
 */
export const presentFingerprint = (row: ArtworkRow): string | null =>
  row.title === ''
    ? row.fingerprint
    : fingerprint({ ...row, artist_name: row.artist_leads_to ?? row.artist_name });

/** The work after a change, with its visibility. */
export function changeRow(row: ArtworkRow, changes: Partial<ArtworkRow>): ArtworkRow {
  const after = { ...row, ...changes };
  return { ...after, is_public: Number(isPublic(after)) };
}
