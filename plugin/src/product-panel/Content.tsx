// The fields exactly as the registry gets them from the product as it is saved; empty ones with where to fill them in.
import { __, sprintf } from '@wordpress/i18n';
import type { ContentField } from '../work/api.ts';

export function Content({ fields }: { fields: ContentField[] }) {
  return (
    <>
      <p className="areg-product-note">
        {__(
          'From the product as it was saved last. Nothing else leaves your site.',
          'artwork-registry-connector',
        )}
      </p>
      <dl className="areg-product-fields">
        {fields.map((field) => (
          <div key={field.field}>
            <dt>{field.label}</dt>
            <dd>{field.value === null ? <Empty place={field.place} /> : <Value field={field} />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Empty({ place }: { place: string | null }) {
  return (
    <span className="areg-product-empty">
      {place === null
        ? __('not given', 'artwork-registry-connector')
        : /* translators: %s: what to do, such as "add it under Attributes". */
          sprintf(__('not given: %s', 'artwork-registry-connector'), place)}
    </span>
  );
}

function Value({ field: { field, value } }: { field: ContentField }) {
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
