// Commands inside sentences and tables. Each is one that we know, parses as shell, and has only options that its program has; what it
// names in the repository exists. The faults that docs/qa.md makes by hand are held to the tests that make the same fault.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS } from '../../stage/fakes/fault-proxy.ts';
import { root } from './command-pages.ts';
import { commandOf, optionsOf } from './documented-calls.ts';
import { PAGES } from './readers.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Programs of ours that a page calls by the name of a command alone, where it has said which program is meant. */
const SHORT = {
  'docs/operator.md': 'server',
  'docs/postgresql.md': 'server',
  'docs/qa.md': 'server',
  'docs/daemon.md': 'service',
  'docs/host.md': 'service',
  'docs/agency.md': 'service',
  'docs/site-protocol.md': 'service',
  'docs/gallery-owner.md': 'wordpress',
} as const;

/** Ours, with npm and npx: their commands, options and files are checked by commands.test.ts. */
const OURS = /^(?:registry|artwork-registry-(?:server|daemon)|npm|npx|wp)$/;

/** Programs of the machine, with the options that the pages give them. */
const OF_THE_MACHINE: { [program: string]: string[] } = {
  alias: [],
  chmod: [],
  chown: [],
  cp: ['-a'],
  dd: [],
  docker: ['--file', '--build', '--detach'],
  faketime: ['-f'],
  git: [],
  install: ['-o', '-m'],
  journalctl: ['--unit'],
  kill: ['-HUP'],
  mkdir: ['-p'],
  mount: ['-t', '-o'],
  openssl: ['-hex'],
  pg_autoctl: ['--ssl-ca-file', '--pgdata'],
  php: ['-S', '-t'],
  pkill: ['-STOP', '-CONT', '-KILL', '-f'],
  rclone: [],
  restic: [],
  ssh: ['-L'],
  systemctl: ['--kill-whom', '--signal'],
  'systemd-analyze': [],
};

/** Of another language, and what only looks like a command: a condition, a setting of Caddy or nginx, a WP-CLI command without its first word. */
const NO_COMMAND = [
  'price_min > price_max',
  'revision > acked_revision',
  'reverse_proxy 127.0.0.1:8787',
  'gzip on',
  'gzip_proxied any',
  'removals keep',
  'site copy',
  'show --format=json',
  'key = HMAC-SHA256(secret bytes, "artwork-registry-site-v1 " + direction)',
];

/** Lines of the file with the registry's faults, and of the one with the site's. */
const LINES = [
  'slow',
  ...FAULTS,
  ...[...read('stage/support-plugin/faults.php').matchAll(/case '([a-z-]+)'/g)].map(([, name = '']) => name),
];

type Inline = { page: string; code: string; words: string[] };
const INLINE = [...PAGES.keys(), 'README.md', 'plugin/readme.txt'].flatMap(inlineOf);

function inlineOf(page: string): Inline[] {
  const prose = read(page).replaceAll(/^( *)```[\s\S]*?^ *```/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => {
    const code = text.replaceAll('\\|', '|');
    const plain = code.replace(/^(?:[A-Z_]+=\S* )+/, '').replace(/^sudo (?:--\S+ |-u \S+ )*/, '');
    const words = [...plain.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word);
    return words.length > 1 && /^[a-z][a-z0-9_-]*$/.test(words[0] ?? '') ? [{ page, code, words }] : [];
  });
}

function faultOf({ page, code, words }: Inline): string[] {
  const [program = '', ...rest] = words;
  if (NO_COMMAND.includes(code) || LINES.includes(program)) return [];
  const options = words.filter((word) => /^--?[a-zA-Z]/.test(word)).map((word) => word.replace(/=.*$/, ''));
  const known = OURS.test(program) ? options : (optionsKnown(page, words) ?? OF_THE_MACHINE[program]);
  if (known === undefined) return [`${page}: nobody knows the command ${code}`];
  const files = rest.filter((word) =>
    /^(?:e2e|stage|plugin|deploy|daemon|registry-server|scripts)\//.test(word),
  );
  return [
    ...options.filter((option) => !known.includes(option)).map((option) => `${page}: no ${option}: ${code}`),
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `${page}: no ${file}: ${code}`),
  ];
}

/** Of one of our commands that is named without its program. */
function optionsKnown(page: string, words: string[]): string[] | undefined {
  const program = Object.entries(SHORT).find(([name]) => name === page)?.[1];
  if (program === undefined) return undefined;
  const command = commandOf(program, words);
  return command && [...optionsOf(command), '--json', '--help'];
}

it('every command inside a sentence or a table is known, with its options and its files', () => {
  expect(INLINE.length).toBeGreaterThan(300);
  expect(INLINE.flatMap(faultOf)).toEqual([]);
});

it('nothing in the tables is without a command', () => {
  const programs = INLINE.map(({ words: [program = ''] }) => program);
  expect(Object.keys(OF_THE_MACHINE).filter((program) => !programs.includes(program))).toEqual([]);
  expect(NO_COMMAND.filter((text) => !INLINE.some(({ code }) => code === text))).toEqual([]);
});

it('every one parses as shell', () => {
  const commands = INLINE.filter(({ code }) => !NO_COMMAND.includes(code));
  // What a reader replaces stands in angle brackets.
  const codes = [...new Set(commands.map(({ code }) => code.replaceAll(/<([a-z]+)>/g, '$1')))];
  // `bash -n` for each, in one process: the code is data, and is never run.
  const loop = `while IFS= read -r -d '' code; do bash -n -c "$code" 2>/dev/null || printf '%s\\n' "$code"; done`;
  const refused = execFileSync('bash', ['-c', loop], { input: `${codes.join('\0')}\0`, encoding: 'utf8' });
  expect(refused).toBe('');
});

/**
 * Each fault that docs/qa.md makes by hand, by the first cell of its row, and the test that makes the same: a file, and a text in it.
 * Null: none does.
 */
const MADE_BY: { [fault: string]: [file: string, text: string] | null } = {
  slow: ['stage/fakes/faulty-registry.test.ts', "'slow "],
  'over the limit': ['daemon/tests/outside/fault-suite.test.ts', 'rate_limited_bare'],
  errors: ['daemon/tests/outside/fault-suite.test.ts', 'gateway_503_after'],
  'no answer': ['daemon/tests/outside/fault-suite.test.ts', 'half_batch'],
  'lying answers': ['daemon/tests/outside/fault-suite.test.ts', 'wrong_shape'],
  'key refused': ['daemon/tests/outside/fault-suite.test.ts', 'unauthorized'],
  'unsigned answers': ['daemon/tests/outside/fault-suite.test.ts', 'unsigned'],
  'registry hangs': ['registry-server/tests/outside/chaos/instance.ts', "child?.kill('SIGSTOP')"],
  'kill -9 of the registry': ['e2e/specs/faults/kills.spec.ts', 'kills of the sync service and the registry'],
  'key revoked': ['e2e/specs/faults/bad-input.spec.ts', "operate('key', 'revoke'"],
  'organisation deactivated': ['registry-server/src/cli/program.test.ts', "'org', 'deactivate'"],
  'artwork withdrawn': ['e2e/specs/register/main-job.spec.ts', "operate('artwork', 'withdraw'"],
  'webhook receiver down': ['registry-server/src/delivery/worker.test.ts', 'tries six times'],
  'a security plugin closes REST': ['e2e/specs/faults/hosts.spec.ts', "'rest-closed'"],
  'a firewall blocks REST': ['e2e/specs/faults/hosts.spec.ts', "'rest-blocked'"],
  'headers are stripped': ['e2e/specs/faults/hosted-walls.spec.ts', 'by the mailbox'],
  'a password in front': ['e2e/specs/faults/hosts.spec.ts', 'basic-auth'],
  'clock wrong': ['e2e/specs/faults/hosts.spec.ts', 'clock-off'],
  'a table cannot be read': ['e2e/specs/faults/unreadable.spec.ts', 'table-away'],
  'another plugin throws': ['e2e/specs/faults/hosts.spec.ts', 'throws '],
  'another plugin prints before and after each answer': ['e2e/specs/faults/hosts.spec.ts', "'prints'"],
  'a file prints before the plugin is loaded': ['e2e/specs/faults/hosted-walls.spec.ts', 'prints-first'],
  'another plugin prints at the end': ['e2e/specs/faults/hosts.spec.ts', 'chatty-end'],
  'every page is an error': ['stage/runs/kill-run.ts', 'answer-500'],
  'maintenance mode': ['e2e/specs/faults/hosts.spec.ts', '.maintenance'],
  'PHP without loopback': ['e2e/specs/faults/hosts.spec.ts', 'one PHP worker is enough'],
  'WP-Cron switched off': ['e2e/specs/connect/command-line.spec.ts', 'cron is enough'],
  'direct SQL': ['e2e/specs/register/direct-sql.spec.ts', 'by direct SQL reach the registry'],
  'moved site': ['e2e/specs/connect/hosted-move.spec.ts', 'its owner has said that it moved'],
  'copied site': ['e2e/specs/connect/hosted-move.spec.ts', 'a copy asks whether it is one'],
  'restored backup': ['e2e/specs/connect/site.spec.ts', 'a restored backup is noticed'],
  'service hangs': null,
  'kill -9 of the service': ['daemon/tests/outside/host-kill.test.ts', 'a host that is killed'],
  'journal lost': ['daemon/tests/outside/host-kill.test.ts', 'a journal that is lost is rebuilt'],
  'clock of the service wrong': ['daemon/tests/outside/mailbox.test.ts', 'clock_skew'],
  'disk full': ['daemon/tests/outside/fault-moments.test.ts', 'a disk that is full'],
  'power cut': ['daemon/tests/outside/durability.test.ts', 'only when the journal is on the disk'],
  'no network': null,
};

const [, BY_HAND = ''] = read('docs/qa.md').split('\n## Make a fault by hand\n');
const RECIPES = BY_HAND.split('\n## ')[0] ?? '';

it('every fault of docs/qa.md names a test that makes it, or that there is none', () => {
  const rows = [...RECIPES.matchAll(/^\| ([^|]+) \| .+ \| .+ \|$/gm)].map(([, cell = '']) => cell);
  const faults = rows.filter((cell) => cell !== 'fault' && !cell.startsWith('---'));
  expect(faults).toEqual(Object.keys(MADE_BY));
  const wrong = Object.entries(MADE_BY).filter(([, made]) => made && !read(made[0]).includes(made[1]));
  expect(wrong).toEqual([]);
});

it('the patterns of its pkill are those of the processes that npm start starts', () => {
  const started = {
    'registry-server/src/main.ts serve': read('stage/system/registry.ts'),
    'daemon/src/main.ts host run': read('stage/system/host.ts'),
  };
  for (const [line, source] of Object.entries(started)) {
    const [file = '', ...args] = line.split(' ');
    expect(source).toContain(`const main = join(rootDir, '${file}')`);
    expect(source).toContain(`args: [main, ${args.map((word) => `'${word}'`).join(', ')}`);
  }
  // A host alone that is stopped goes unnoticed: its cells, processes of their own, continue working.
  const [, hang = ''] = /\| service hangs \| `pkill -STOP -f '([^']+)'/.exec(RECIPES) ?? [];
  const cell = 'daemon/src/host/cell-main.ts';
  expect(existsSync(join(root, cell))).toBe(true);
  for (const line of ['daemon/src/main.ts host run', cell])
    expect(`node --optimize-for-size /repository/${line}`).toMatch(new RegExp(hang));
  const web = 'php -d memory_limit=512M -S 127.0.0.1:8080 -t site router.php';
  const lines = [...Object.keys(started).map((line) => `node /repository/${line}`), web];
  const patterns = [...RECIPES.matchAll(/pkill (?:-\w+ )?-f '([^']+)'/g)].map(([, pattern = '']) => pattern);
  expect(patterns.length).toBeGreaterThan(4);
  for (const pattern of patterns)
    expect(
      lines.some((line) => new RegExp(pattern).test(line)),
      pattern,
    ).toBe(true);
});
