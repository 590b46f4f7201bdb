// Moves the focus when the focused button vanishes or when something new appears.

export const rowId = (field: string) => `areg-field-${field}`;

/** To the list of a step in the row of a field, once it is drawn. */
export function focusField(field: string, step = 0): void {
  focus(`#${rowId(field)} .areg-step:nth-child(${step + 1}) select`);
}

/** To the rule of a step, once it is drawn. */
export function focusRule(field: string, step: number): void {
  focus(`#${rowId(field)} .areg-step:nth-child(${step + 1}) .areg-rule select`);
}

/** To the button that saves: what was proposed is in the form now. */
export function focusSave(): void {
  focus('#areg-save-fields');
}

function focus(selector: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
}
