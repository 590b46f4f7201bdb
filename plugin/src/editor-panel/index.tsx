// Puts the panels "Artwork details" (of our own post type) and "Artwork Registry" (of any work) beside the editor.
import { PluginDocumentSettingPanel, store as editorStore } from '@wordpress/editor';
import { dispatch, useSelect } from '@wordpress/data';
import { useEffect, useRef, useState } from '@wordpress/element';
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
  const type = useSelect((select) => select(editorStore).getCurrentPostType() as string | null, []);
  // The page was opened for a work; from it the editor may continue to a template or a pattern, which is none.
  const typeOfWork = useRef<string | null>(null);
  typeOfWork.current ??= type || null;
  const isWork = typeOfWork.current !== null && type === typeOfWork.current;
  // Shown only after that, so that no panel jumps open under the owner's hand.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!isWork) return;
    void dispatch(preferencesStore).setDefaults('core', { openPanels });
    setIsReady(true);
  }, [isWork]);
  if (!isWork || !isReady) return null;
  return (
    <>
      {type === 'areg_artwork' && (
        <PluginDocumentSettingPanel
          name="artwork-registry-fields"
          title={__('Artwork details', 'artwork-registry-connector')}
        >
          <FieldsPanel />
        </PluginDocumentSettingPanel>
      )}
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
