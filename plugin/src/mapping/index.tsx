// Mounts the screen "Mapping".
import domReady from '@wordpress/dom-ready';
import { createRoot } from '@wordpress/element';
import '../settings/screen.css';
import { MappingScreen } from './MappingScreen.tsx';
import './mapping.css';

domReady(() => {
  const place = document.getElementById('artwork-registry-mapping');
  if (place !== null) createRoot(place).render(<MappingScreen />);
});
