// Mounts the screen "Review before registering".
import domReady from '@wordpress/dom-ready';
import { createRoot } from '@wordpress/element';
import '../settings/screen.css';
import './report.css';
import { ReportScreen } from './ReportScreen.tsx';

domReady(() => {
  const place = document.getElementById('artwork-registry-report');
  if (place !== null) createRoot(place).render(<ReportScreen />);
});
