// What keeps people with a disability out of a page, found by axe.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Each broken rule with the first element that breaks it, as HTML; empty: none.
 *
 * @param place What is judged: a selector. Default: the whole page.
 */
export async function findBarriers(
  page: Page,
  place?: string,
): Promise<[rule: string, html: string | undefined][]> {
  // In one go, in the page itself: the other mode opens a second page for each look, for frames of other origins. Ours has none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (place ? axe.include(place) : axe).analyze();
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}
