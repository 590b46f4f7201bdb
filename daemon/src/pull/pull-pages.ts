// Reads the changed works page by page. A page counts as taken only after the caller has written it down; only then it is
// acknowledged. Where a page fails as a whole, smaller ones find the works that the site can still build.
import type { Change } from '../types/site.ts';
import { readChange, type Intake } from './read-change.ts';

const PAGE = 50;

export type PullDeps = {
  changes: (limit: number) => Promise<{ changes: Change[]; remaining: number; sweeping: boolean }>;
  ack: (acks: { external_id: string; revision: number }[]) => Promise<unknown>;
  /** Writes the page down, durably, before it returns. `isLast`: nothing more was waiting when it was read. */
  takePage: (page: Intake[], isLast: boolean) => void;
  onFault: (point: 'pulled' | 'committed' | 'acked') => void;
  /** True where pulling should pause, as for stopping or a poll that is due. */
  shouldPause: () => boolean;
};

/** Pulls until nothing is left or a pause is due; true where more is waiting. Throws what the site client throws. */
export async function pullPages(deps: PullDeps): Promise<boolean> {
  let limit = PAGE;
  for (;;) {
    let page: Awaited<ReturnType<PullDeps['changes']>>;
    try {
      page = await deps.changes(limit);
    } catch (error) {
      if (limit === 1 || !isPageTrouble(error)) throw error;
      limit = Math.ceil(limit / 4);
      continue;
    }
    deps.onFault('pulled');
    if (page.changes.length === 0) return page.sweeping;
    const isLast = page.remaining === 0 && !page.sweeping;
    deps.takePage(page.changes.map(readChange), isLast);
    deps.onFault('committed');
    await deps.ack(page.changes.map(({ external_id, revision }) => ({ external_id, revision })));
    deps.onFault('acked');
    limit = Math.min(PAGE, limit * 2);
    if (isLast) return false;
    if (deps.shouldPause()) return true;
  }
}

/** The site answered, but not with a page: one of its works may be the reason. */
function isPageTrouble(error: unknown): boolean {
  const { status } = error as { status?: number | null };
  return typeof status === 'number' && status >= 500;
}
