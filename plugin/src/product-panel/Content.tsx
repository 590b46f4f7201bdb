// The fields exactly as the registry gets them from the product as it is saved; empty ones with where to fill them in.
import { __, sprintf } from '@wordpress/i18n';
import type { ContentField } from '../work/api.ts';
import { FieldValue } from '../work/FieldValue.tsx';

export function Content({ fields }: { fields: ContentField[] }) {
  return (
    <>
      <p className="areg-product-note">
        {__('From the artwork as last saved. Nothing else leaves your site.', 'artwork-registry-connector')}
      </p>
      <dl className="areg-product-fields">
        {fields.map((field) => (
          <div key={field.field}>
            <dt>{field.label}</dt>
            <dd>
              {field.value === null ? (
                <Empty place={field.place} />
              ) : (
                <FieldValue field={field.field} value={field.value} />
              )}
            </dd>
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
