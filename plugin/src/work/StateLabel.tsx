// Symbol and word together; colour only helps.
import { lookOf } from './states.ts';
import type { WorkState } from './work.ts';

export function StateLabel({ state }: { state: WorkState }) {
  const { word, symbol } = lookOf(state);
  return (
    <span className={`areg-state areg-state-${state}`}>
      <span className={`dashicons dashicons-${symbol}`} aria-hidden="true" />
      <span>{word}</span>
    </span>
  );
}
