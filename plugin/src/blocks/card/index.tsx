// The block "card" in the editor: a field for the Art ID, which stays at hand in the sidebar.
import { InspectorControls } from '@wordpress/block-editor';
import { PanelBody, Placeholder, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { RedDotPanel } from '../RedDot.tsx';
import { registerServerBlock, type EditProps } from '../register.tsx';
import metadata from './block.json';

/** Asks the server when the field is left or Enter is pressed, not for each letter. */
function ArtIdField({ attributes, setAttributes }: EditProps) {
  const saved = String(attributes['artId'] ?? '');
  const [text, setText] = useState(saved);
  const save = () => setAttributes({ artId: text.trim() });
  return (
    <TextControl
      label={__('Art ID or address', 'artwork-registry-connector')}
      value={text}
      onChange={setText}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
      __nextHasNoMarginBottom
      __next40pxDefaultSize
    />
  );
}

registerServerBlock(metadata, {
  empty: {
    isEmpty: ({ attributes }) => attributes['artId'] === '',
    Empty: (props) => (
      <Placeholder
        icon="id-alt"
        label={__('Artwork card', 'artwork-registry-connector')}
        instructions={__(
          'Enter an Art ID, or paste the address of an artwork in the registry.',
          'artwork-registry-connector',
        )}
      >
        <ArtIdField {...props} />
      </Placeholder>
    ),
  },
  Sidebar: (props) => (
    <>
      <InspectorControls>
        <PanelBody title={__('Artwork', 'artwork-registry-connector')}>
          <ArtIdField {...props} />
        </PanelBody>
      </InspectorControls>
      <RedDotPanel {...props} />
    </>
  ),
});
