// The rules of WordPress.org's Plugin Check that can be judged without running it, on exactly the files of the zip.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listContents, pluginDir } from './zip.ts';

const SLUG = 'artwork-registry-connector';
const contents = await listContents();
const read = (path: string) => readFile(join(pluginDir, path), 'utf8');
const php = contents.filter((path) => path.endsWith('.php'));
const own = php.filter((path) => !path.startsWith('build/'));
const readme = await read('readme.txt');
const main = await read(`${SLUG}.php`);
const headerOf = (text: string, name: string) => new RegExp(`^[ *]*${name}:\\s*(.+)$`, 'm').exec(text)?.[1];
const sections = readme.split(/^== (.+) ==$/m);
const section = (name: string) => sections[sections.indexOf(name) + 1] ?? '';

/** The lines of the code, each joined with the comment for phpcs above it and with the lines that continue an `echo`. */
const statementsOf = (code: string) =>
  code
    .replace(/^(\s*\/\/ phpcs:ignore .*)\n/gm, '$1\u2028')
    .replace(/^\s*echo [^;]*;/gm, (statement) => statement.replaceAll('\n', '\u2028'))
    .split('\n')
    .map((line) => line.replaceAll('\u2028', '\n'));

test('readme.txt has every header, the plugin’s name and the plugin’s own values', () => {
  expect(readme).toMatch(new RegExp(`^=== ${headerOf(main, 'Plugin Name')} ===`));
  for (const name of ['Requires at least', 'Requires PHP', 'License', 'License URI'])
    expect(headerOf(readme, name), name).toBe(headerOf(main, name));
  expect(headerOf(readme, 'Tested up to')).toMatch(/^\d+\.\d+$/);
  expect(headerOf(readme, 'Contributors')).toMatch(/^[a-z0-9]+(, [a-z0-9]+)*$/);
  expect(headerOf(readme, 'Tags')?.split(',').length).toBeLessThanOrEqual(5);
  const short = readme
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !/^[A-Z][A-Za-z ]+:/.test(line))[0];
  expect(short?.length).toBeLessThanOrEqual(150);
});

test('readme.txt says what a reader must know', () => {
  for (const name of [
    'Description',
    'Installation',
    'Frequently Asked Questions',
    'External services',
    'Development',
    'Changelog',
  ])
    expect(section(name).trim().length, name).toBeGreaterThan(40);
  const services = section('External services');
  for (const word of [/sync service/, /registry/, /sent/i, /when/i, /terms/i, /privacy/i])
    expect(services).toMatch(word);
  expect(section('Changelog')).toContain(`= ${headerOf(main, 'Version')} =`);
  expect(section('Development')).toContain('src/');
});

test('no hidden, packed or executable file, and no name that a host trips over', () => {
  for (const path of contents) {
    expect(path).not.toMatch(/(^|\/)\.|[^A-Za-z0-9._/-]/);
    expect(
      path === 'LICENSE' ||
        ['.php', '.js', '.css', '.json', '.mo', '.pot', '.po', '.ts', '.tsx', '.txt', '.scss'].includes(
          extname(path),
        ),
      path,
    ).toBe(true);
  }
});

test('a file that does something when it is loaded refuses to be asked for by itself', async () => {
  for (const path of own) {
    const code = (await read(path)).replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
    // A class and what it imports do nothing; code below the closing brace of the class would.
    const isStructure =
      /^<\?php\s+namespace [\w\\]+;\s+(use [^;]+;\s+)*(final |abstract )*(class|interface|trait) [^{]*\{(\}|\n(?:(?!^\}).*\n)*\})\s*(?![\s\S])/m.test(
        code,
      );
    expect(isStructure || /defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \)/.test(code), path).toBe(true);
  }
});

test('every sentence names the plugin’s text domain, as a literal, and a placeholder has its note', async () => {
  expect(headerOf(main, 'Text Domain')).toBe(SLUG);
  const call = /\b(?:__|_e|_x|_n|_nx|esc_html__|esc_attr__|esc_html_e|esc_attr_e)\(/g;
  for (const path of own) {
    const lines = (await read(path)).split('\n');
    for (const [number, line] of lines.entries()) {
      for (const match of line.matchAll(call)) {
        const rest = lines
          .slice(number, number + 12)
          .join('\n')
          .slice(match.index);
        expect(rest.slice(0, rest.indexOf(`'${SLUG}'`) + 1), `${path}:${number + 1}`).not.toBe('');
        expect(rest, `${path}:${number + 1}`).toMatch(/^\w+\(\s*'/);
        const text = /^\w+\(\s*'((?:[^'\\]|\\.)*)'/.exec(rest)?.[1] ?? '';
        const before = lines.slice(Math.max(0, number - 3), number + 1).join('\n');
        if (/%(\d+\$)?[sd]/.test(text)) expect(before, `${path}:${number + 1}`).toContain('translators:');
      }
    }
  }
});

test('names in the one space that all plugins share carry the plugin’s prefix', async () => {
  const named: [string, string][] = [];
  for (const path of own) {
    const text = await read(path);
    expect(
      path === `${SLUG}.php` || path === 'uninstall.php' || /^namespace ArtworkRegistry/m.test(text),
      path,
    ).toBe(true);
    for (const [, name] of text.matchAll(
      /(?:add_option|update_option|set_transient|wp_schedule_event|do_action|define)\(\s*'([^']+)'/g,
    ))
      named.push([path, name ?? '']);
    for (const [, name] of text.matchAll(
      /const (?:OPTION|EVENT|COLUMN|RUN|TOKEN|ACCESS|CURRENT|PENDING|STATUS|PLATFORM|SOURCES|COPY)\s*=\s*'([^']+)'/g,
    ))
      named.push([path, name ?? '']);
  }
  expect(named.length).toBeGreaterThan(10);
  for (const [path, name] of named)
    expect(name, path).toMatch(/^_?artwork_registry_|^ARTWORK_REGISTRY_|^artwork_registry$/);
});

test('nothing that reviewers refuse: other people’s servers, code made at run time, the settings of PHP, files written', async () => {
  const refused =
    /\b(eval|create_function|str_rot13|shell_exec|exec|passthru|proc_open|popen|curl_\w+|move_uploaded_file|set_time_limit|ini_set|query_posts|mysql_\w+|mysqli_\w+|file_put_contents|fopen|unlink|parse_url|strip_tags|mt_rand|var_dump|print_r|wp_redirect)\s*\(/;
  for (const path of own) {
    const code = (await read(path)).replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
    expect(code.replace(/(wp_|->|::)\w*\(/g, ''), path).not.toMatch(refused);
    expect(code, path).not.toMatch(/<\?(?!php)|`/);
    expect(code, path).not.toMatch(/https?:\/\/(?!www\.gnu\.org|schema\.org)[a-z]/);
  }
});

test('what is printed is escaped where it is printed', async () => {
  for (const path of own) {
    for (const line of statementsOf(await read(path)).filter((text) =>
      /^\s*(echo|print|printf)\b/m.test(text),
    ))
      expect(
        /esc_(html|attr|url|textarea)|selected\(|wp_kses|phpcs:ignore WordPress.Security.EscapeOutput|^\s*echo '[^'$]*';$/m.test(
          line,
        ),
        `${path}: ${line.trim()}`,
      ).toBe(true);
  }
});

test('what an exception says is escaped, or does not leave as HTML for a reason that is written beside it', async () => {
  for (const path of own) {
    for (const [, before, statement, line] of (await read(path)).matchAll(/(.*)\n.*\bthrow ([^;]*);(.*)/g)) {
      const isPlain = !/\$|\b_[_nx]+\(/.test(
        (statement ?? '').replace(/esc_html(__)?\((?:[^()]|\([^()]*\))*\)/g, ''),
      );
      expect(
        isPlain ||
          /^\$\w+$/.test(statement ?? '') ||
          /phpcs:ignore WordPress\.Security\.EscapeOutput\S* -- \w/.test(`${before}${line}`),
        `${path}: throw ${statement}`,
      ).toBe(true);
    }
  }
});

test('SQL that is put together elsewhere, and what else Plugin Check warns of, has its reason beside it', async () => {
  const rules: [RegExp, RegExp][] = [
    [
      /\$wpdb->(?:query|get_(?:results|var|col|row))\((?!\s*(?:\$wpdb->prepare|(?:"[^"$]*"|'[^']*')\s*\)))/,
      /phpcs:ignore .*PluginCheck\.Security\.DirectDB.* -- \w/,
    ],
    [
      /\$wpdb->(?:update|insert|delete|replace)\(/,
      /phpcs:ignore WordPress\.DB(\.DirectDatabaseQuery)? -- \w/,
    ],
    [
      /\b(?:apply_filters|do_action)\(\s*[^\s']/,
      /phpcs:ignore WordPress\.NamingConventions\.PrefixAllGlobals\S* -- \w/,
    ],
    [/\bload_plugin_textdomain\(/, /phpcs:ignore .*PluginCheck\.CodeAnalysis\.DiscouragedFunctions.* -- \w/],
    [
      /'(?:exclude|post__not_in)'\s*=>/,
      /phpcs:ignore .*WordPressVIPMinimum\.Performance\.WPQueryParams.* -- \w/,
    ],
  ];
  for (const path of own) {
    for (const line of statementsOf(await read(path))) {
      for (const [suspect, reason] of rules)
        if (suspect.test(line)) expect(line, `${path}: ${line.trim()}`).toMatch(reason);
    }
  }
});

test('a function of mbstring that WordPress has no stand-in for is asked for before it is called', async () => {
  for (const path of own) {
    for (const line of (await read(path)).split('\n'))
      if (/\bmb_(?!substr|strlen)\w+\(/.test(line)) expect(line, path).toContain('function_exists');
  }
});

test('every block is of apiVersion 3 and of our name', async () => {
  const blocks = contents.filter((path) => /^build\/.*block\.json$/.test(path));
  expect(blocks.length).toBeGreaterThan(0);
  for (const path of blocks) {
    const block = JSON.parse(await read(path)) as { apiVersion: number; name: string; textdomain: string };
    expect(block.apiVersion).toBe(3);
    expect(block.name).toMatch(/^artwork-registry\//);
    expect(block.textdomain).toBe(SLUG);
  }
});

test('the directory’s pictures have its names and sizes, and each screenshot its caption', async () => {
  const folder = join(pluginDir, 'wordpress-org');
  const sizeOf = async (name: string) => {
    const png = await readFile(join(folder, name));
    return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
  };
  for (const name of ['icon-128x128.png', 'icon-256x256.png', 'banner-772x250.png', 'banner-1544x500.png'])
    expect(name).toContain(await sizeOf(name));
  const captions = section('Screenshots').match(/^\d+(?=\. \S)/gm);
  const shots = (await readdir(folder)).filter((name) => /^screenshot-\d+\.png$/.test(name));
  expect(captions).toEqual(shots.map((_, index) => String(index + 1)));
  expect(contents.filter((path) => path.includes('wordpress-org'))).toEqual([]);
});
