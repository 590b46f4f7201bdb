// What each step of the wizard gets.
import type { Overview } from '../screen/api.ts';

export interface StepProps {
  overview: Overview;
  onChange: (next: Overview) => void;
  /** The step is done, or was left as it is: on to the next. */
  onContinue: () => void;
}
