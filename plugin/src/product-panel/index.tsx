// Mounts the tab "Registry" of WooCommerce's product data box, and the box below other works in the classic editor.
import domReady from '@wordpress/dom-ready';
import { createRoot } from '@wordpress/element';
import '../work/state.css';
import './panel.css';
import { ProductPanel } from './ProductPanel.tsx';

domReady(() => {
  const place = document.getElementById('artwork-registry-product');
  if (place === null) return;
  const id = Number(place.dataset['id']);
  createRoot(place).render(
    <ProductPanel
      id={id}
      status={place.dataset['status'] ?? ''}
      // Only in WooCommerce's product data: no other kind of work has variations.
      hasVariations={
        place.dataset['variations'] !== 'product' && place.closest('#artwork_registry_product_data') !== null
      }
    />,
  );
});
