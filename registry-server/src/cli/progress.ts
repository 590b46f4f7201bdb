// The progress line of a long command: how far it is and how long it still takes. On stderr, so that stdout holds nothing but the
// result. On a terminal one line that is drawn again; in a log a line every ten seconds.
import { SingleBar } from 'cli-progress';
import { systemClock } from '#kit/clock';
import type { OnProgress } from '../on-progress.ts';

const LOG_LINE_MS = 10_000;
/** Reports that the time left is worked out from. */
const ETA_REPORTS = 200;

export type ProgressLine = {
  show: OnProgress;
  /** Writes a line of its own above it. */
  note: (text: string) => void;
  /** Ends the line; what is written next stands below it. */
  end: () => void;
};

/** Runs a long command with its line. With --json a log keeps to what can be read as JSON. */
export async function withProgress<Result>(
  work: (show: OnProgress, note: ProgressLine['note']) => Promise<Result> | Result,
): Promise<Result> {
  const line = progressLine();
  const isQuiet = !process.stderr.isTTY && process.argv.includes('--json');
  try {
    return await work(isQuiet ? () => undefined : line.show, line.note);
  } finally {
    line.end();
  }
}

/** A line for one command. `stream` and `logLineMs` are for tests. */
export function progressLine(
  stream: NodeJS.WriteStream = process.stderr,
  logLineMs: number = LOG_LINE_MS,
): ProgressLine {
  let bar: SingleBar | undefined;
  let shown = { done: 0, atMs: 0 };
  const end = () => {
    bar?.stop();
    bar = undefined;
  };
  const begin = (what: string, done: number, total: number) => {
    end();
    const begun = new SingleBar({
      stream,
      format: formatOf,
      etaBuffer: ETA_REPORTS,
      noTTYOutput: true,
      notTTYSchedule: logLineMs,
      // Nothing is hidden, so Ctrl-C ends the command as ever.
      gracefulExit: false,
      linewrap: true,
      // Without a terminal that is an end without an empty line.
      clearOnComplete: !stream.isTTY,
    });
    begun.start(total, done, { what });
    shown = { done, atMs: systemClock.elapsed() };
    return begun;
  };
  return {
    show(what, done, total) {
      if (bar === undefined || total !== bar.getTotal() || done < shown.done)
        bar = begin(what, Math.min(done, total), total);
      bar.update(Math.min(done, total), { what });
      shown.done = done;
      // Work that never waits leaves no timer its turn.
      if (stream.isTTY || systemClock.elapsed() - shown.atMs < logLineMs) return;
      shown.atMs = systemClock.elapsed();
      bar.render();
    },
    note(text) {
      end();
      stream.write(`${text}\n`);
    },
    end,
  };
}

type Shown = { value: number; total: number; eta: number | string };

function formatOf(_options: object, { value, total, eta }: Shown, { what }: { what: string }): string {
  if (total === 0) return `${what} …`;
  return `${what}  ${Math.floor((value / total) * 100)} %${value < total ? leftOf(eta) : ''}`;
}

/** `seconds` is not a number before the second report. */
function leftOf(seconds: number | string): string {
  if (typeof seconds !== 'number') return '';
  if (seconds < 60) return `, about ${Math.max(1, Math.round(seconds))} s left`;
  if (seconds < 3600) return `, about ${Math.round(seconds / 60)} min left`;
  return `, about ${(seconds / 3600).toFixed(1)} h left`;
}
