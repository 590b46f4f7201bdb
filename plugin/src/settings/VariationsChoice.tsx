// Whether each variation of a product is a work, and how it is named; shows what the choice would do.
import { RadioControl, TextControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { VariationsForm } from './use-variations.ts';
import './variations.css';
import type { VariationMode } from './variations.ts';
import { VariationsPreview } from './VariationsPreview.tsx';

export function VariationsChoice({ form }: { form: VariationsForm }) {
  const { choice, preview, change } = form;
  if (choice === null) return null;
  return (
    <>
      <RadioControl
        label={__('Products with variations', 'artwork-registry-connector')}
        selected={choice.mode}
        options={[
          {
            label: __(
              'The product is one artwork; its variations are ways to buy it',
              'artwork-registry-connector',
            ),
            value: 'product',
          },
          {
            label: __('Each variation is an artwork of its own', 'artwork-registry-connector'),
            value: 'each',
          },
          {
            label: __('Decide for each product', 'artwork-registry-connector'),
            value: 'some',
          },
        ]}
        onChange={(mode) => change({ mode: mode as VariationMode })}
      />
      {choice.mode !== 'product' && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={__('Title of a variation', 'artwork-registry-connector')}
          help={__(
            '{title} is the title of the product, {attributes} what the buyer chooses. You may also write {attribute:Size} or {meta:name of a custom field}.',
            'artwork-registry-connector',
          )}
          dir="auto"
          value={choice.title}
          maxLength={500}
          onChange={(title) => change({ title })}
        />
      )}
      <div aria-live="polite">
        {preview !== null && <VariationsPreview preview={preview} isShown={choice.mode !== 'product'} />}
      </div>
    </>
  );
}
