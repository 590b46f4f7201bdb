// The choice in a block's sidebar whether a sold artwork gets a red dot.
import { InspectorControls } from '@wordpress/block-editor';
import { PanelBody, ToggleControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { EditProps } from './register.tsx';

export function RedDotPanel({ attributes, setAttributes }: EditProps) {
  return (
    <InspectorControls>
      <PanelBody title={__('Availability', 'artwork-registry-connector')}>
        <ToggleControl
          label={__('Red dot when it is sold', 'artwork-registry-connector')}
          checked={attributes['redDot'] === true}
          onChange={(isShown) => setAttributes({ redDot: isShown })}
          __nextHasNoMarginBottom
        />
      </PanelBody>
    </InspectorControls>
  );
}
