// The plugin takes out of a text what the registry refuses as invisible, so that no owner is told of a character nobody sees. Both
// sides are asked about every such character, in each place where it may stand.
import { spawnSync } from 'node:child_process';
import { requiredText } from '../packages/contract/text.ts';
import { expect, test } from 'vitest';
import { rootDir } from '../stage/paths.ts';

const text = requiredText(500);
const isRefused = (value: string) => !text.safeParse(value).success;

const codePoints = Array.from({ length: 0x110000 }, (_, at) => at).filter((at) =>
  /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(String.fromCodePoint(at)),
);
const contexts = [
  (mark: string) => `a${mark}b`,
  (mark: string) => `${mark}ab`,
  (mark: string) => `ab${mark}`,
  (mark: string) => `a ${mark} b`,
  (mark: string) => `a${mark}${mark}b`,
  (mark: string) => `1${mark}+`,
];

test('what the plugin sends of a text with invisible characters is what the registry takes', () => {
  const refused = contexts.flatMap((context) =>
    codePoints
      .map((at) => context(String.fromCodePoint(at)))
      .filter((value) => value.isWellFormed() && isRefused(value)),
  );
  expect(refused.length).toBeGreaterThan(4000);
  const { stdout, stderr } = spawnSync(
    'php',
    [
      '-r',
      `require 'plugin/includes/Source/Plain_Text.php';
       echo json_encode( array_map( array( 'ArtworkRegistry\\\\Source\\\\Plain_Text', 'of' ), json_decode( stream_get_contents( STDIN ) ) ) );`,
    ],
    { cwd: rootDir, input: JSON.stringify(refused), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  expect(stderr).toBe('');
  const cleaned = JSON.parse(stdout) as string[];
  const left = cleaned
    .map((value, at) => ({ from: refused[at] ?? '', value }))
    .filter(({ value }) => isRefused(value))
    .map(({ from }) => [...from].map((c) => c.codePointAt(0)?.toString(16)).join(' '));
  expect(left).toEqual([]);
});

test.each(['Čeština, ≤ 30 °C', 'می‌خواهم', '👩‍🎨 ❤️', '葛󠄀城', '३ कि‍ताब'])('%s stays as it is', (value) => {
  const { stdout } = spawnSync(
    'php',
    [
      '-r',
      `require 'plugin/includes/Source/Plain_Text.php'; echo ArtworkRegistry\\Source\\Plain_Text::of( $argv[1] );`,
      value,
    ],
    { cwd: rootDir, encoding: 'utf8' },
  );
  expect(stdout).toBe(value);
  expect(isRefused(value)).toBe(false);
});
