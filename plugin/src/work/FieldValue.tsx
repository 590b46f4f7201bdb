// The value of a field of the registry as people read it: a picture, a link, a word, money, centimetres.
import { __ } from '@wordpress/i18n';
import type { ContentField } from './api.ts';

export function FieldValue({ field, value }: { field: string; value: ContentField['value'] }) {
  if (field === 'cover_image_url') return <img src={String(value)} alt="" loading="lazy" />;
  if (field === 'source_url') return <a href={String(value)}>{String(value)}</a>;
  if (field === 'availability') return <>{availabilityWord(String(value))}</>;
  if (typeof value === 'object' && value !== null) return <>{money(value)}</>;
  return <>{field.endsWith('_cm') ? `${value} cm` : value}</>;
}

function availabilityWord(availability: string): string {
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

function money({ amount, currency }: { amount: number; currency: string }): string {
  return new Intl.NumberFormat(document.documentElement.lang || undefined, {
    style: 'currency',
    currency,
  }).format(amount);
}
