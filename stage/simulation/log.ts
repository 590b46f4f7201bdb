// What happened, a line each, with the hash of all lines: two runs of one seed have the same.
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';

export class Log {
  lines = 0;
  readonly #hash = createHash('sha256');
  readonly #file: string | undefined;
  readonly #elapsed: () => number;
  #kept = '';

  /** `file`: where the lines are kept as well. */
  constructor(elapsed: () => number, file?: string) {
    this.#elapsed = elapsed;
    this.#file = file;
    if (file !== undefined) writeFileSync(file, '');
  }

  add(text: string): void {
    this.lines += 1;
    const line = `${this.#elapsed().toFixed(3)} ${text}\n`;
    this.#hash.update(line);
    if (this.#file === undefined) return;
    this.#kept += line;
    if (this.#kept.length > 65_536) this.flush();
  }

  flush(): void {
    if (this.#file !== undefined) appendFileSync(this.#file, this.#kept);
    this.#kept = '';
  }

  digest(): string {
    this.flush();
    return this.#hash.copy().digest('hex');
  }
}
