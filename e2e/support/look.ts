// Looking at one of our screens: no barrier (axe), nothing that scrolls sideways, at both widths; and a picture for those who want
// one (`SCREENSHOTS=<folder>`).
import { expect, type Locator, type Page } from '@playwright/test';
import { join } from 'node:path';
import { findBarriers } from './barriers.ts';

const WIDTHS = [1280, 390];
/** Of a picture: a long table says no more at its end. */
const TALLEST = 1600;
/** WordPress's own menu and bar are not ours to judge. */
const OURS = '.wrap';

/** @param place What is judged: a selector. */
export async function look(page: Page, name: string, place = OURS, widths = WIDTHS): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  const dialog = page.getByRole('dialog');
  const hasDialog = (await dialog.count()) > 0;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // What is still being loaded is not a screen yet.
    await expect(page.locator('.areg-skeleton')).toHaveCount(0);
    expect(await findBarriers(page, place), `${name}, ${width} px`).toEqual([]);
    expect(await tooWide(page, place), `${name} is wider than ${width} px`).toEqual([]);
    if (process.env['SCREENSHOTS']) {
      const path = join(process.env['SCREENSHOTS'], `${name}-${width}.png`);
      // A dialog scrolls in itself, and lies over the page.
      if (hasDialog) {
        await page.setViewportSize({ width, height: 1400 });
        await dialog.screenshot({ path });
      } else {
        // As tall as the page: what sticks to an edge of the window is then where it belongs, and lies over nothing.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height: Math.min(height, TALLEST) });
        if (place === OURS) await page.screenshot({ path });
        else await page.locator(place).first().screenshot({ path });
      }
    }
  }
  await page.setViewportSize(before);
}

/**
 * Elements below `place` that reach past the edge of the window, as HTML. Only ours are judged: on WooCommerce's pages its own parts
 * may be too wide, depending on the fonts of the machine. What lies in a part that scrolls or clips by itself is not too wide.
 */
function tooWide(page: Page, place: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const edge = document.documentElement.clientWidth + 1;
    const isContained = (element: Element, top: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible' && at.getBoundingClientRect().right <= edge)
          return true;
        if (at === top) break;
      }
      return false;
    };
    return [...document.querySelectorAll(selector)].flatMap((top) =>
      [top, ...top.querySelectorAll('*')]
        .filter((element) => {
          const { width, height, right } = element.getBoundingClientRect();
          return width > 1 && height > 1 && right > edge && !isContained(element, top);
        })
        .slice(0, 3)
        .map((element) => element.outerHTML.slice(0, 200)),
    );
  }, place);
}

/** Ours that reach beyond an edge of the window, but for what scrolls in a box of its own. */
async function beyondTheEdge(page: Page): Promise<string[]> {
  return page.locator('.wrap *:visible').evaluateAll((elements) => {
    const isScrolled = (element: Element): boolean => {
      const parent = element.parentElement;
      return (
        parent !== null && (/auto|scroll/.test(getComputedStyle(parent).overflowX) || isScrolled(parent))
      );
    };
    const width = document.documentElement.clientWidth;
    return elements
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        const isForEars = own <= 1 || element.closest('.screen-reader-text, .components-visually-hidden');
        return !isForEars && (left < -1 || right > width + 1) && !isScrolled(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Ours whose text is cut off at the end of a line. */
async function cutOff(page: Page): Promise<string[]> {
  return page.locator('.wrap *:visible').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        return (
          overflowX === 'hidden' &&
          textOverflow === 'ellipsis' &&
          element.scrollWidth > element.clientWidth + 1
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Looks at a screen of ours at each of the widths: nothing has to be scrolled sideways, and, where `isCrowded`, no text is cut off. */
export async function expectWhole(
  page: Page,
  name: string,
  widths: number[],
  { isCrowded = false } = {},
): Promise<void> {
  for (const width of widths) {
    await look(page, name, OURS, [width]);
    await page.setViewportSize({ width, height: 900 });
    expect(await beyondTheEdge(page), `${name}, ${width} px`).toEqual([]);
    if (isCrowded) expect(await cutOff(page), `${name} is cut off at ${width} px`).toEqual([]);
  }
  const [first] = widths;
  if (first !== undefined) await page.setViewportSize({ width: first, height: 900 });
}

/** Goes there as somebody without a mouse does: by the Tab key. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let tries = 0; tries < 300; tries += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there.');
}

/** Tab, then Enter. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
