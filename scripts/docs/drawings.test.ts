// The drawings are those of drawings.ts, hold every word of the plugin's states, and are shown with words for those who do not see them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { committed } from './command-pages.ts';
import { svgOf } from './drawing.ts';
import { DRAWINGS } from './drawings.ts';
import { buildGuide } from './guide.ts';

const drawingNamed = (name: string) => DRAWINGS.find((drawing) => drawing.name === name)!;

it.each(DRAWINGS)('docs/drawings/$name.svg is what npm run docs:drawings writes', (drawing) => {
  expect(committed(`docs/drawings/${drawing.name}.svg`)).toBe(svgOf(drawing));
});

it.each(DRAWINGS)('the words of $name stay inside its boxes and its ground', ({ size, boxes, arrows }) => {
  // As wide as the widest usual font draws them.
  const widthOf = (text: string, isBold: boolean) => text.length * (isBold ? 8.6 : 7.4);
  for (const { at, size: box, lines } of boxes) {
    lines.forEach((line, index) =>
      expect([line, widthOf(line, index === 0) <= box[0] + 8]).toEqual([line, true]),
    );
    expect([lines[0], at[0] + box[0] <= size[0], at[1] + box[1] <= size[1]]).toEqual([lines[0], true, true]);
  }
  for (const { label = [], labelAt: [x] = [0, 0] } of arrows)
    for (const line of label) {
      const half = widthOf(line, false) / 2;
      expect([line, x - half >= 0, x + half <= size[0]]).toEqual([line, true, true]);
    }
});

it('every state of the plugin is in the drawing of the states, in the words of the screens', () => {
  const source = committed('plugin/includes/View/State_Words.php');
  const words = [...source.matchAll(/=> __\( '([^']+)', 'artwork-registry-connector' \)/g)].map(
    ([, word = '']) => word,
  );
  expect(words.length).toBeGreaterThan(12);
  const drawn = drawingNamed('states').boxes.map(({ lines }) => lines);
  const isDrawn = (word: string) =>
    drawn.some((lines) => lines.includes(word) || lines.slice(0, 2).join(' ') === word);
  expect(words.filter((word) => !isDrawn(word))).toEqual([]);
});

it('each is in the guide, with its title, and no picture is left as code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawings-'));
  try {
    buildGuide(folder);
    const page = readFileSync(join(folder, 'architecture.html'), 'utf8');
    for (const { name, title } of DRAWINGS) {
      const [, alt = ''] =
        new RegExp(`<img src="docs/drawings/${name}\\.svg" alt="([^"]+)"`).exec(page) ?? [];
      expect([name, alt.length > 20]).toEqual([name, true]);
      expect(readFileSync(join(folder, `docs/drawings/${name}.svg`), 'utf8')).toContain(`>${title}</title>`);
    }
    const pages = readdirSync(folder).filter((file) => file.endsWith('.html'));
    for (const file of pages)
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain('language-mermaid');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
