// The log of a service on its standard output.

/** The options of pino's destination: while nothing can be written, so much is kept for later, and the rest is dropped. */
export const LOG_OUTPUT = { fd: 1, sync: true, maxLength: 2 ** 20 };

/** A full disk, or a reader that has gone, does not end the service. The next line is written where there is room again. */
export function outliveErrors<Output extends { on(event: 'error', act: () => void): unknown }>(
  output: Output,
): Output {
  output.on('error', () => undefined);
  return output;
}
