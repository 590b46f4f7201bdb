// The process's log: JSON lines in which API keys, signing secrets, operator links and e-mail addresses are redacted
// wherever they appear.
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { LOG_OUTPUT, outliveErrors } from '#kit/log-output';

// Lengths are bounded: on a long line without an @ an open-ended search would take quadratic time.
const SECRETS: readonly [RegExp, string][] = [
  [/areg_[0-9A-Za-z]+/g, 'areg_[redacted]'],
  [/opl_[\w-]+/g, 'opl_[redacted]'],
  [/whsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]'],
  // The first group keeps a JSON escape such as \\n whole.
  [/(\\(?:u[0-9a-f]{4}|.))?[^\s"'<>()\\,;:=&?/[\]]{1,64}(?:@|%40)[0-9A-Za-z.-]{1,255}/gi, '$1[e-mail]'],
];

/** Default: on standard output. */
export function makeLogger(
  level: string,
  destination: DestinationStream = outliveErrors(pino.destination(LOG_OUTPUT)),
): Logger {
  return pino({ level, hooks: { streamWrite: redact } }, destination);
}

/** The line with everything secret replaced; valid JSON stays valid JSON. */
export function redact(line: string): string {
  const text = line.includes('%') ? line.replace(/[^\s"\\]+/g, redactEncoded) : line;
  return redactPlain(text);
}

function redactPlain(text: string): string {
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** A secret hidden by percent-encoding, even twice, is decoded and redacted. */
function redactEncoded(part: string): string {
  let decoded = part;
  for (let round = 0; round < 2 && decoded.includes('%'); round += 1) {
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
    const redacted = redactPlain(decoded);
    if (redacted !== decoded) return JSON.stringify(redacted).slice(1, -1);
  }
  return part;
}
