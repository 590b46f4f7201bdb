// Puts a screen into the element that the server left for it.
import domReady from '@wordpress/dom-ready';
import { createRoot } from '@wordpress/element';
import type { ReactNode } from 'react';
import '../work/state.css';
import './screen.css';
import type { ScreenName } from './addresses.ts';

export function mount(name: ScreenName | 'overview', screen: ReactNode): void {
  domReady(() => {
    const place = document.getElementById(`artwork-registry-${name}`);
    if (place !== null) createRoot(place).render(screen);
  });
}
