// An answered question vanishes with its pressed button, so the focus moves to what replaces it.

/** To the first of these that is there once the screen has been drawn again. */
export function focusSoon(...selectors: string[]): void {
  const go = () => {
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
    found.find((element) => element !== null)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(go));
}

/** Where a screen begins: the sentence of the overview, or the open step of the connection. */
export const START = '#areg-sentence, .areg-step.is-open h2';
