// Mounts the screen "Connect".
import domReady from '@wordpress/dom-ready';
import { createRoot } from '@wordpress/element';
import '../settings/screen.css';
import './connect.css';
import { Wizard } from './Wizard.tsx';

domReady(() => {
  const place = document.getElementById('artwork-registry-connect');
  if (place !== null) createRoot(place).render(<Wizard />);
});
