// Every block of shell in the pages, and the test that runs it from the page. What cannot run in a test says why. Commands inside
// sentences and tables: inline-commands.test.ts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './command-pages.ts';

type Block = { page: string; heading: string; first: string };

/** The test that runs all blocks below a heading; it names the heading, or takes every block of its page. */
const RUN: { [page: string]: { [heading: string]: string } } = {
  'docs/abilities.md': { 'By REST': 'e2e/specs/register/abilities.spec.ts' },
  'docs/agency.md': {
    'Connect a site from the command line': 'e2e/specs/connect/command-line.spec.ts',
    'Connect many sites': 'e2e/specs/connect/command-line.spec.ts',
  },
  'docs/api.md': {
    'Quick start': 'registry-server/tests/outside/quick-start.test.ts',
    'Read all of your works': 'registry-server/tests/outside/recipes.test.ts',
    'Keep a copy of the registry': 'registry-server/tests/outside/recipes.test.ts',
    'Receive webhooks': 'registry-server/tests/outside/receivers.test.ts',
    'First call': 'registry-server/tests/outside/recipes.test.ts',
    'Ask for a key': 'registry-server/tests/outside/recipes.test.ts',
    'Fetch an approved key': 'registry-server/tests/outside/recipes.test.ts',
    'Publish a work': 'registry-server/tests/outside/recipes.test.ts',
  },
  'docs/daemon.md': Object.fromEntries(
    ['Install', 'Backup and restore', 'Update', 'Roll back'].map((heading) => [
      heading,
      'daemon/src/cli/daemon-docs.test.ts',
    ]),
  ),
  'docs/host.md': {
    Install: 'daemon/src/cli/host-docs.test.ts',
    'Manage sites': 'daemon/src/cli/host-docs.test.ts',
    Console: 'daemon/src/cli/host-docs.test.ts',
    'Backup and the sealing key': 'daemon/src/cli/host-docs.test.ts',
  },
  'docs/mapping.md': { 'For your web developer': 'e2e/specs/connect/command-line.spec.ts' },
  'docs/operator.md': {
    ...Object.fromEntries(
      [
        'Install',
        'Start',
        'Settings',
        'Your first gallery',
        'A sync service for your galleries',
        'Approve a gallery',
        'Transfers, artists, deliveries',
        'Personal data',
        'Health check',
        'Operators and what they did',
        'Backup and restore',
      ].map((heading) => [heading, 'registry-server/src/cli/operator-docs.test.ts']),
    ),
  },
  'docs/postgresql.md': Object.fromEntries(
    [
      'Make the database and start',
      'Rotate the secret key',
      'Back up and restore PostgreSQL',
      'Restore drill on PostgreSQL',
      'Move a registry from one engine to the other',
    ].map((heading) => [heading, 'registry-server/src/cli/postgres-docs.test.ts']),
  ),
  'docs/public-side.md': {
    'One artwork': 'registry-server/src/pages/public-docs.test.ts',
    'OAI-PMH': 'registry-server/src/pages/public-docs.test.ts',
  },
  'deploy/README.md': { 'Backup and restore': 'registry-server/src/cli/postgres-docs.test.ts' },
};

/** By the first line of the block: why no test can run it, and what is tested instead. */
const NOT_RUN: { [first: string]: string } = {
  'wp plugin install artwork-registry-connector --activate':
    'asks wordpress.org; the plugin is installed by every story',
  'wp site list --field=url | while read -r url; do':
    'site list is a command of WP-CLI that the tests do not have; a network is tested by e2e/specs/faults/network.spec.ts',
  'npm start': 'a demo for a person; npm start -- --check is a suite of npm test',
  'npm start -- --faults':
    'as npm start; what --faults adds is tested by stage/fakes/faulty-registry.test.ts',
  "alias wp='php plugin/vendor/bin/wp --path=.data/wordpress --allow-root'": 'works on a running npm start',
  "echo 'unavailable_503 1' > .data/registry-faults":
    'works on a running npm start; stage/fakes/faulty-registry.test.ts writes such files',
  "echo 'rest-blocked' > .data/wordpress/wp-content/fault":
    'works on a running npm start; e2e/specs/faults/hosts.spec.ts writes such files',
  'npm test': 'runs this test',
  'npm run check': 'runs this test',
  'REQUIRE_WOOCOMMERCE=1 ARTWORK_REGISTRY_DATABASE=mariadb npm run e2e': 'all stories',
  'ARTWORK_REGISTRY_HOSTED_ON=shop REQUIRE_WOOCOMMERCE=1 ARTWORK_REGISTRY_DATABASE=mariadb npm run e2e -- connect/hosted connect/first-art-id hosted-walls':
    'stories, a suite of npm run test:long',
  'SALES=12 REQUIRE_WOOCOMMERCE=1 ARTWORK_REGISTRY_DATABASE=mariadb npm run e2e -- shop/sale-pace':
    'a measurement of a quarter of an hour',
  'npm run real-works -- --count 1000': 'a measurement that needs the file of real works',
  'npm run bench:peers -- --quick':
    'a measurement of minutes that installs peers; registry-server/bench/peers/smallest.test.ts runs its smallest form',
  'npm run bench:growth -- --engine sqlite':
    'a measurement of minutes; registry-server/bench/growth/smallest.test.ts calls every operation once',
  'npm install @artwork-registry/client':
    'not published yet; scripts/release/client-package.test.ts installs it from its tarball',
  'sudo npm install --global @artwork-registry/server':
    'not published yet; scripts/release/server-package.test.ts installs it from its tarball',
  'npm run release -- contract server            # writes two .tgz files and SHA256SUMS into release/':
    'scripts/release/server-package.test.ts builds and installs the same',
  'sudo npm install --global @artwork-registry/daemon':
    'not published yet; scripts/release/daemon-package.test.ts installs it from its tarball',
  'npm run release -- contract daemon            # writes two .tgz files and SHA256SUMS into release/':
    'scripts/release/daemon-package.test.ts builds and installs the same',
  'npm run release -- contract server':
    'needs Docker; deploy.test.ts compares images and settings with the files that are tested',
  'npm run release -- contract daemon':
    'needs Docker; daemon/src/cli/install/install.test.ts and daemon/src/host/host-settings.test.ts read the files that are named here',
  'docker compose kill postgres-1      # the primary: writes continue within some fifteen seconds':
    'needs Docker; deploy.test.ts kills the same processes',
  "mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf":
    'changes the machine and needs systemd; deploy.test.ts starts what the units start',
  'apt-get install --no-install-recommends haproxy && systemctl disable --now haproxy': 'as above',
  'set -a; . /etc/artwork-registry/registry.env; set +a': 'as above; deploy.test.ts runs org create there',
  '# on A, then on B':
    'needs systemd and a next version; deploy.test.ts upgrades one instance after the other',
  'cp deploy/env/backup.env.example /etc/artwork-registry/backup.env          # fill in, chown postgres':
    'needs systemd; deploy.test.ts starts the backup and restores it',
};

const PAGES = [
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'packages/client/README.md',
  'deploy/README.md',
];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A block that is only indented has no language, so it is refused where it looks like commands. */
const INDENTED_COMMAND = /^ {4,}(?:sudo|npm|npx|wp|docker|systemctl|curl|registry|artwork-registry-\w+) /;

function blocksOf(page: string): Block[] {
  let heading = '';
  let fence: 'none' | 'shell' | 'other' = 'none';
  const lines = read(page).split('\n');
  return lines.flatMap((line, index) => {
    if (fence === 'none' && INDENTED_COMMAND.test(line))
      throw new Error(`${page}: an indented block has commands; make it a block of sh: ${line.trim()}`);
    const [, language] = /^ *```(\w*)/.exec(line) ?? [];
    if (language === undefined) {
      if (fence === 'none') heading = /^#{1,4} (.+)$/.exec(line)?.[1] ?? heading;
      return [];
    }
    const isShell = fence === 'none' && SHELLS.includes(language);
    fence = fence !== 'none' ? 'none' : isShell ? 'shell' : 'other';
    return isShell ? [{ page, heading, first: (lines[index + 1] ?? '').trim() }] : [];
  });
}

const SHELLS = ['sh', 'bash', 'shell', 'console'];
const BLOCKS = PAGES.flatMap(blocksOf);
const isRun = ({ page, heading, first }: Block) =>
  NOT_RUN[first] === undefined && RUN[page]?.[heading] !== undefined;

it('every block of shell is run by a test, or says why not', () => {
  expect(BLOCKS.length).toBeGreaterThan(60);
  const unknown = BLOCKS.filter((block) => !isRun(block) && NOT_RUN[block.first] === undefined);
  expect(unknown.map(({ page, heading, first }) => `${page}, ${heading}: ${first}`)).toEqual([]);
});

it('nothing in the tables is without a block', () => {
  expect(Object.keys(NOT_RUN).filter((line) => !BLOCKS.some(({ first }) => first === line))).toEqual([]);
  const named = Object.entries(RUN).flatMap(([page, headings]) =>
    Object.keys(headings).map((heading) => [page, heading]),
  );
  const without = named.filter(
    ([page, heading]) =>
      !BLOCKS.some((block) => block.page === page && block.heading === heading && isRun(block)),
  );
  expect(without).toEqual([]);
});

it('each test reads its page, takes blocks from it, and gives the heading as a text, unless it takes every block', () => {
  const takesAll = ['registry-server/src/pages/public-docs.test.ts'];
  // The programs of docs/api.md are named by a mark above them.
  const marks: { [heading: string]: string } = {
    'Quick start': 'quick start',
    'Read all of your works': 'recipe: own works',
    'Keep a copy of the registry': 'recipe: copy',
    'Receive webhooks': 'recipe: webhook',
  };
  const faults = Object.entries(RUN).flatMap(([page, headings]) =>
    Object.entries(headings).flatMap(([heading, test]) => {
      if (!existsSync(join(root, test))) return [`${test} does not exist`];
      const source = read(test);
      const isNamed = takesAll.includes(test) || source.includes(`'${marks[heading] ?? heading}'`);
      const takesBlocks = /commandsBelow\(|runPageCommands\(|programsFor\(|programOf\(|blocks\('sh'\)/.test(
        source,
      );
      const readsPage = source.includes(page.split('/').at(-1) ?? page) || source.includes('api-programs.ts');
      return isNamed && takesBlocks && readsPage ? [] : [`${test} does not run ${page}, ${heading}`];
    }),
  );
  expect(faults).toEqual([]);
});
