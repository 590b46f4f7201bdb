// Which disturbance met which operation: a run shows that it reached the moments that matter, beside that nothing broke in them.
export const DISTURBANCES = [
  'kill',
  'power',
  'lost answer',
  'restore',
  'clock ahead',
  'clock back',
  'erase',
  'second process',
] as const;
export const PAIRED_OPERATIONS = [
  'publish',
  'update',
  'hide',
  'withdraw',
  'transfer',
  'issue certificate',
  'rotate key',
  'pause webhook',
  'move site',
  'write dump',
  'claim key',
] as const;
/** They are typed at the terminal of the registry's machine: there is no network between, and so no answer that could be lost. */
const AT_THE_TERMINAL: readonly string[] = ['withdraw', 'transfer', 'pause webhook', 'write dump'];
export const CANNOT_MEET = AT_THE_TERMINAL.map((operation) => `lost answer × ${operation}`);

export type Disturbance = (typeof DISTURBANCES)[number];
export type PairedOperation = (typeof PAIRED_OPERATIONS)[number];

type Span = { kind: Disturbance; fromMs: number; toMs: number };

export class Pairs {
  readonly met = new Map<string, number>();
  #spans: Span[] = [];
  #sinceBackup: PairedOperation[] = [];
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** It happens from now on, until the returned function is called. */
  begin(kind: Disturbance): () => void {
    const span: Span = { kind, fromMs: this.#elapsed(), toMs: Infinity };
    this.#spans.push(span);
    return () => void (span.toMs = this.#elapsed());
  }

  /** It happened now. */
  at(kind: Disturbance): void {
    this.begin(kind)();
  }

  /** An operation that began then has ended now: it met whatever happened meanwhile. */
  count(operation: PairedOperation, beganMs: number): void {
    const kinds = new Set(this.#spans.filter(({ toMs }) => toMs >= beganMs).map(({ kind }) => kind));
    for (const kind of kinds) this.add(kind, operation);
    this.#sinceBackup.push(operation);
  }

  /** What is done from now on is lost with a restore of this backup. */
  backedUp(): void {
    this.#sinceBackup = [];
  }

  /** Only now has it met what was done since the backup: after most backups no restore follows. */
  restored(): void {
    for (const operation of this.#sinceBackup.splice(0)) this.add('restore', operation);
  }

  add(kind: Disturbance, operation: PairedOperation): void {
    const pair = `${kind} × ${operation}`;
    this.met.set(pair, (this.met.get(pair) ?? 0) + 1);
  }

  /** What ended before so long ago meets nothing any more. */
  forget(beforeMs: number): void {
    this.#spans = this.#spans.filter(({ toMs }) => toMs >= beforeMs);
  }

  never(): string[] {
    return DISTURBANCES.flatMap((kind) =>
      PAIRED_OPERATIONS.map((operation) => `${kind} × ${operation}`).filter(
        (pair) => !this.met.has(pair) && !CANNOT_MEET.includes(pair),
      ),
    );
  }
}
