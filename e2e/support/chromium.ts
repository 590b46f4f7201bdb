// The browser: Debian's where it is, the one without a window first, which is quicker; else Playwright's own download.
import { existsSync } from 'node:fs';

/** Undefined: Playwright's own. */
export const chromiumPath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));
