// Puts the panels "Artwork details" and "Artwork Registry" beside the editor of an artwork.
import { PluginDocumentSettingPanel, store as editorStore } from '@wordpress/editor';
import { dispatch, useSelect } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { registerPlugin } from '@wordpress/plugins';
import { store as preferencesStore } from '@wordpress/preferences';
import '../work/state.css';
import './panel.css';
import { FieldsPanel } from './FieldsPanel.tsx';
import { RegistryPanel } from './RegistryPanel.tsx';

/** Open until the user closes one: closing stores the user's own list, which wins over these defaults. */
const openPanels = [
  'post-status',
  'artwork-registry/artwork-registry-fields',
  'artwork-registry/artwork-registry-state',
];

function Panels() {
  const isArtwork = useSelect((select) => select(editorStore).getCurrentPostType() === 'artwork', []);
  // Shown only after that, so that no panel jumps open under the owner's hand.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!isArtwork) return;
    void dispatch(preferencesStore).setDefaults('core', { openPanels });
    setIsReady(true);
  }, [isArtwork]);
  if (!isArtwork || !isReady) return null;
  return (
    <>
      <PluginDocumentSettingPanel
        name="artwork-registry-fields"
        title={__('Artwork details', 'artwork-registry-connector')}
      >
        <FieldsPanel />
      </PluginDocumentSettingPanel>
      <PluginDocumentSettingPanel
        name="artwork-registry-state"
        title={__('Artwork Registry', 'artwork-registry-connector')}
      >
        <RegistryPanel />
      </PluginDocumentSettingPanel>
    </>
  );
}

registerPlugin('artwork-registry', { render: Panels });
