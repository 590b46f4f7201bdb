// Who reads which page of the guide, in the order in which the pages are offered. A page of docs/ that nobody is offered is an error.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Each says what was decided and why; numbered, so in the order of their names. */
function decisions(): string[] {
  const names = readdirSync(join(import.meta.dirname, '../../docs/decisions'));
  return names.sort().map((name) => `docs/decisions/${name}`);
}

/** Folder and name in the repository; the page's address is the last part, such as /guide/operator.html. */
export const READERS: { reader: string; pages: string[] }[] = [
  { reader: 'Galleries', pages: ['docs/gallery-owner.md', 'docs/gallery-owner.de.md', 'docs/mapping.md'] },
  {
    reader: 'Agencies and hosts',
    pages: [
      'docs/agency.md',
      'docs/asked-elsewhere.md',
      'docs/commands-wordpress.md',
      'docs/daemon.md',
      'docs/host.md',
      'docs/commands-service.md',
    ],
  },
  {
    reader: 'Operators of a registry',
    pages: [
      'docs/operator.md',
      'docs/postgresql.md',
      'docs/commands-server.md',
      'deploy/README.md',
      'docs/public-side.md',
    ],
  },
  {
    reader: 'Developers',
    pages: [
      'docs/api.md',
      'packages/client/README.md',
      'docs/hooks.md',
      'docs/abilities.md',
      'docs/site-protocol.md',
    ],
  },
  {
    reader: 'Contributors',
    pages: [
      'CONTRIBUTING.md',
      'docs/development.md',
      'docs/architecture.md',
      'docs/qa.md',
      'docs/promises.md',
      'docs/change-paths.md',
      'docs/screens/README.md',
      'SECURITY.md',
    ],
  },
  { reader: 'Decisions', pages: decisions() },
];

/** The language of a page, by the end of its name. */
export const languageOf = (file: string): string => /\.(de)\.(?:md|html)$/.exec(file)?.[1] ?? 'en';

/** Pages by their place in the repository, with the name of their file in the guide. */
export const PAGES = new Map(
  READERS.flatMap(({ pages }) => pages).map((path) => [path, fileOf(path)] as const),
);

function fileOf(path: string): string {
  const name = path.endsWith('/README.md') ? path.split('/').at(-2) : path.split('/').at(-1);
  return `${(name ?? '').replace(/\.md$/, '').toLowerCase()}.html`;
}
