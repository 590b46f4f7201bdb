// An answered question goes away, and the button that was pressed with it: the keyboard is taken to what comes instead.

/** The first that is there once the screen has been drawn anew. */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus()),
  );
}

/** Where a screen begins: the sentence of the overview, or the open step of the connection. */
export const START = '#areg-sentence, .areg-step.is-open h2';
