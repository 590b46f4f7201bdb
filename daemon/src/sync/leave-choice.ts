// What the owner wants to become of an artwork that leaves the shop, as the site said last. In the journal, because works are planned
// before the first poll of an engine.
import type { Journal } from '../journal/journal.ts';
import type { OnLeave } from '../types/work.ts';

export function createLeaveChoice(journal: Journal, siteId: string) {
  let said = journal.meta.find<OnLeave>(siteId, 'on_leave');
  return {
    current: (): OnLeave => said ?? 'not_for_sale',
    save(choice: OnLeave): void {
      if (choice === said) return;
      journal.meta.save(siteId, 'on_leave', choice);
      said = choice;
    },
  };
}
