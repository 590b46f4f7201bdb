// Every public page, at a desk and on a phone, in light and dark: no barrier, nothing too wide, and small.
import { expect } from '@playwright/test';
import { look } from '../../support/look.ts';
import { measure } from '../../support/page-weight.ts';
import { PICTURES, showPictures, test, type PublicSide } from '../../support/public-side.ts';

/** Of a page without its pictures (public-side.md, "Load and harm"). */
const MOST_BYTES = 30 * 1024;

const pagesOf = ({
  artId,
  picturedId,
  withdrawnId,
  certificates,
}: PublicSide): [name: string, path: string][] => [
  ['start', '/'],
  ['search', '/search?q=Blatt&availability=inquire'],
  ['search-nothing', '/search?q=zzz'],
  ['work', `/artworks/${artId}`],
  ['work-pictured', `/artworks/${picturedId}`],
  ['artist', '/artists/kathe-kollwitz'],
  ['gallery', '/galleries/galerie-am-see'],
  ['museum', '/museums/museum'],
  ['collection', '/collections/collection'],
  ['tombstone', `/artworks/${withdrawnId}`],
  ['missing', '/artworks/AREG-999999'],
  ['status', '/status'],
  ['dumps', '/dumps/'],
  ...Object.entries(certificates).map(([name, id]): [string, string] => [
    `certificate-${name}`,
    `/certificates/${id}`,
  ]),
];

test('every page is small, whole at both widths, and without barriers in light and dark', async ({
  page,
  side,
}) => {
  test.setTimeout(240_000);
  await showPictures(page);
  for (const [name, path] of pagesOf(side)) {
    const { bytes } = await measure(page, `${side.registry.url}${path}`, PICTURES);
    expect(bytes, name).toBeGreaterThan(500);
    expect(bytes, name).toBeLessThan(MOST_BYTES);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await look(page, `public-${name}-${colorScheme}`, 'body');
    }
  }
});
