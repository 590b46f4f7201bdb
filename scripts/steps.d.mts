/** One line of the set-up, with the seconds since it began. */
export function say(line: string): void;

/** Ends the set-up with a message that says what to do. */
export function stop(message: string): never;

export interface Step {
  label: string;
  /** How long the step usually takes, as it is shown: "20 s". */
  usually: string;
  command: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  /** What to do when the step fails. */
  hint?: string;
}

/** Runs one command of the set-up with progress; ends the process, with the command's output, where it fails. */
export function runStep(step: Step): Promise<void>;
