// Puts the panels "Artwork" and "Artwork Registry" beside the editor of an artwork.
import { PluginDocumentSettingPanel, store as editorStore } from '@wordpress/editor';
import { useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { registerPlugin } from '@wordpress/plugins';
import '../work/state.css';
import './panel.css';
import { FieldsPanel } from './FieldsPanel.tsx';
import { RegistryPanel } from './RegistryPanel.tsx';

function Panels() {
  const isArtwork = useSelect((select) => select(editorStore).getCurrentPostType() === 'artwork', []);
  if (!isArtwork) return null;
  return (
    <>
      <PluginDocumentSettingPanel
        name="artwork-registry-fields"
        title={__('Artwork', 'artwork-registry-connector')}
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
