// The npm packages that `npm run release` builds: where their sources are, and what goes into each beside the compiled code.
import { join } from 'node:path';
import { OLDEST_NODE as DAEMON_NODE } from '../../daemon/src/cli/node-version.ts';
import { OLDEST_NODE as SERVER_NODE } from '../../registry-server/src/node-version.ts';

export const rootDir = join(import.meta.dirname, '../..');
/** RELEASE_DIR: another one, so that tests can build side by side. */
export const releaseDir = process.env['RELEASE_DIR'] ?? join(rootDir, 'release');
export const buildDir = join(releaseDir, 'build');

export interface Package {
  /** Folder in release/build; the end of the package's name. */
  name: string;
  /** npm workspace, which is its folder too. */
  workspace: string;
  /** Fields of the published package.json that say where the compiled code begins. */
  entry: { [field: string]: unknown };
  /** Files and folders of `src` that the program reads at run time. */
  data: string[];
  /** The oldest Node that runs it. */
  oldestNode: string;
  /** Whether the guide goes with it. */
  hasGuide?: boolean;
  /** Page of the repository that becomes README.md. */
  readme?: string;
  /** Further pages, which go into the folder docs: what the README leads to where no guide is packed. */
  pages?: string[];
}

/** `AbortSignal.any`, the newest that the libraries use, is there from this one on. */
const LIBRARY_NODE = '20.3';
const LIBRARY = { exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } };

export const PACKAGES: Package[] = [
  { name: 'contract', workspace: 'packages/contract', entry: LIBRARY, data: [], oldestNode: LIBRARY_NODE },
  {
    name: 'server',
    workspace: 'registry-server',
    entry: { bin: { 'artwork-registry-server': './dist/main.js' } },
    data: ['storage/sqlite/migrations', 'storage/postgres/migrations'],
    oldestNode: SERVER_NODE,
    hasGuide: true,
    readme: 'docs/operator.md',
  },
  {
    name: 'daemon',
    workspace: 'daemon',
    entry: { bin: { 'artwork-registry-daemon': './dist/main.js' } },
    data: ['journal/migrations', 'host/migrations'],
    oldestNode: DAEMON_NODE,
    readme: 'docs/daemon.md',
    pages: ['docs/host.md', 'docs/commands-service.md'],
  },
  {
    name: 'client',
    workspace: 'packages/client',
    entry: LIBRARY,
    data: [],
    oldestNode: LIBRARY_NODE,
    readme: 'packages/client/README.md',
  },
];
