// Mounts the screen "Artwork Registry".
import domReady from '@wordpress/dom-ready';
import { createRoot } from '@wordpress/element';
import '../work/state.css';
import './screen.css';
import { Screen } from './Screen.tsx';

domReady(() => {
  const place = document.getElementById('artwork-registry-screen');
  if (place !== null) createRoot(place).render(<Screen />);
});
