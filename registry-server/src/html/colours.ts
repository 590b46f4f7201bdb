// The colours of every page that people see, in light and dark.

export const PAGE_COLOURS = `
:root { color-scheme: light dark; --ink: #1b1b1b; --soft: #595959; --paper: #fdfdfb; --line: #d9d7d0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1f0ec; --soft: #b4b2aa; --paper: #171716; --line: #3b3a36; }
}`;
