// The registry's words for availability, in the owner's language.
import { __ } from '@wordpress/i18n';

/** In the order of the registry's contract. */
export const AVAILABILITIES = [
  'for_sale',
  'not_for_sale',
  'open_to_offers',
  'on_loan',
  'private_collection',
  'sold',
] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** A value that this version does not know yet is its own word. */
export function availabilityWord(availability: string): string {
  const words: Record<string, string> = {
    for_sale: __('For sale', 'artwork-registry-connector'),
    not_for_sale: __('Not for sale', 'artwork-registry-connector'),
    open_to_offers: __('Open to offers', 'artwork-registry-connector'),
    on_loan: __('On loan', 'artwork-registry-connector'),
    private_collection: __('Private collection', 'artwork-registry-connector'),
    sold: __('Sold', 'artwork-registry-connector'),
  };
  return words[availability] ?? availability;
}

/** For a select, in this order. */
export function availabilityOptions<T extends Availability>(order: readonly T[]) {
  return order.map((value) => ({ value, label: availabilityWord(value) }));
}
