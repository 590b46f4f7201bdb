// What the machines share that do something to one statement of a run: its statements in their order, and what is planned for one.

/** In the message of every failure that tests plant: no answer may have it. */
export const MARK = 'planted by a test';

export type Ran<Value> = { value: Value; texts: string[]; failed: string | undefined };

export class PlannedRun<Plan> {
  protected readonly spies: { mockRestore(): void }[] = [];
  /** Undefined between two runs: then nothing is looked at. */
  protected texts: string[] | undefined;
  protected plan: Plan | undefined;
  protected failed: string | undefined;

  /** The statements that `run` sends, and the one that failed. */
  async during<Value>(run: () => Promise<Value>, plan?: Plan): Promise<Ran<Value>> {
    const texts: string[] = [];
    [this.texts, this.plan, this.failed] = [texts, plan, undefined];
    try {
      return { value: await run(), texts, failed: this.failed };
    } finally {
      this.texts = this.plan = undefined;
    }
  }

  stop(): void {
    for (const spy of this.spies) spy.mockRestore();
  }
}
