// The process of a cell: gets what it needs from the host, and ends with it.
import { pino } from 'pino';
import { systemClock } from '#kit/clock';
import { waitForDistantHosts } from '#kit/distant-hosts';
import { REDACTED } from '../types/log-redaction.ts';
import { createCell } from './cell-app.ts';
import type { CellStart } from './cell-messages.ts';

waitForDistantHosts();

// A host that was killed receives nothing: "disconnect" ends the cell then, and a failed message must not.
const sendToHost = (message: object) => void process.send?.(message, undefined, undefined, () => {});

process.once('message', (start: CellStart) => {
  const log = pino(
    { level: start.config.logLevel, redact: REDACTED },
    pino.destination({ fd: 1, sync: true }),
  );
  const cell = createCell(start, {
    clock: systemClock,
    log,
    onReport: (report) => sendToHost({ report }),
  });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void cell.stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  // A terminal sends it to all processes; the host ends its cells in its own time.
  process.on('SIGINT', () => {});
  // The host was killed: a cell without it would poll on, beside the next host's cell.
  process.once('disconnect', stop);
  cell.start().then(
    () => sendToHost({ ready: true }),
    (error: unknown) => {
      log.fatal({ err: error }, 'the cell could not start');
      process.exit(1);
    },
  );
});
