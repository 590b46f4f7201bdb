// The value of a field of the registry for people: a picture, a link, a word, money, centimetres. It has its own direction, so that an
// English title or an address keeps its order on a right-to-left screen.
import type { ContentField } from './api.ts';
import { availabilityWord } from './availability.ts';

export function FieldValue({ field, value }: { field: string; value: ContentField['value'] }) {
  if (field === 'cover_image_url') return <img src={String(value)} alt="" loading="lazy" />;
  if (field === 'source_url') {
    return (
      <a href={String(value)} dir="ltr">
        {String(value)}
      </a>
    );
  }
  if (field === 'availability') return <>{availabilityWord(String(value))}</>;
  if (typeof value === 'object' && value !== null) return <bdi>{money(value)}</bdi>;
  return <bdi>{field.endsWith('_cm') ? `${value} cm` : value}</bdi>;
}

function money({ amount, currency }: { amount: number; currency: string }): string {
  return new Intl.NumberFormat(document.documentElement.lang || undefined, {
    style: 'currency',
    currency,
  }).format(amount);
}
