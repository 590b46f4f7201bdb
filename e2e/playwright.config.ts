// The browser's stories. Two workers, each with galleries of its own: a story waits more than it works, and CI has 25 minutes.
// The stories of one file share a gallery, as one owner would, and follow each other.
import { defineConfig } from '@playwright/test';
import { chromiumPath } from './support/chromium.ts';

/** `npm test` leaves these out, and says so; `npm run e2e` and `npm run test:long` run them. */
export const longStories = [
  'connect/command-line.spec.ts',
  'connect/first-art-id.spec.ts',
  'connect/hosted-life.spec.ts',
  'connect/hosted-move.spec.ts',
  'connect/hosted-operator.spec.ts',
  'connect/hosted-patience.spec.ts',
  'connect/hosted-two-services.spec.ts',
  'connect/site.spec.ts',
  'faults/bad-input.spec.ts',
  'faults/kills.spec.ts',
  'faults/hosts.spec.ts',
  'faults/hosted-walls.spec.ts',
  'faults/network.spec.ts',
  'faults/unreadable.spec.ts',
  'mapping/mapping.spec.ts',
  'mapping/shop-mapping.spec.ts',
  'public/every-page.spec.ts',
  'register/abilities.spec.ts',
  'register/artists.spec.ts',
  'register/direct-sql.spec.ts',
  'register/known-works.spec.ts',
  'register/lists-and-pages.spec.ts',
  'register/own-artworks.spec.ts',
  'register/papers.spec.ts',
  'register/sources.spec.ts',
  'screens/artworks.spec.ts',
  'screens/crowded.spec.ts',
  'screens/directions.spec.ts',
  'screens/keyboard.spec.ts',
  'screens/overview.spec.ts',
  'screens/pace.spec.ts',
  'screens/settings.spec.ts',
  'shop/coming-soon.spec.ts',
  'shop/csv-import.spec.ts',
  'shop/editions.spec.ts',
  'shop/large-catalogue.spec.ts',
  'shop/messy-catalogue.spec.ts',
  'shop/product-list.spec.ts',
  'shop/products.spec.ts',
  'shop/sale-pace.spec.ts',
  'shop/variations.spec.ts',
  'versions/wordpress-versions.spec.ts',
];

/** The run of `npm test`. */
export const isShort = process.env['ARTWORK_REGISTRY_STORIES'] === 'short';
const leftOut = isShort ? longStories.map((file) => `**/${file}`) : [];

export default defineConfig({
  testDir: 'specs',
  globalSetup: './support/run-templates.ts',
  // The longest files begin first, so that no worker is left alone with them at the end.
  projects: [
    { name: 'shop', testMatch: '**/shop/*.spec.ts', testIgnore: leftOut },
    { name: 'gallery', testIgnore: ['**/shop/*.spec.ts', ...leftOut] },
  ],
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    // Without pictures of every moment, which cost a tenth of the run. The page itself, which costs another, is kept by all but `npm test`.
    trace: { mode: isShort ? 'off' : 'retain-on-failure', screenshots: false, sources: false },
    // Nothing fades in: colours are judged as they stay.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // Nothing outside this machine may be asked.
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
});
