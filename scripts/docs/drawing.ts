// A drawing of boxes and arrows as SVG. It has a ground of its own, so that it is legible wherever it is shown; where the reader's system
// is dark, the ground is dark too. Title and description are what a screen reader says.
export interface Box {
  at: [x: number, y: number];
  size: [width: number, height: number];
  /** The first line is bold. */
  lines: string[];
  /** `group`: a frame around other boxes, with its name at the top. */
  tone?: 'plain' | 'group' | 'good' | 'wait' | 'bad' | 'quiet';
}

export interface Arrow {
  /** Corners, from the tail to the head. */
  path: [x: number, y: number][];
  label?: string[];
  /** Middle of the label's first line. */
  labelAt?: [x: number, y: number];
  isDashed?: boolean;
  hasTwoHeads?: boolean;
}

export interface Drawing {
  name: string;
  title: string;
  description: string;
  size: [width: number, height: number];
  boxes: Box[];
  arrows: Arrow[];
}

const LINE_HEIGHT = 18;
// Where style sheets do not count, the attributes of the elements stay: the light look.
const DARK = `@media (prefers-color-scheme: dark) {
.ground { fill: #16191d } .group { fill: #1e2329; stroke: #59636e } .plain { fill: #262c33; stroke: #8b96a2 }
.good { fill: #14351f; stroke: #4fb36f } .wait { fill: #3a2f12; stroke: #d3a53c } .bad { fill: #3f1d1b; stroke: #e0716b }
.quiet { fill: #1e2329; stroke: #8b96a2 } text { fill: #eef1f4 } .label { fill: #d5dae0; stroke: #16191d }
.arrow { stroke: #b4bdc7 } .head { fill: #b4bdc7 }
}`;
const LIGHT = {
  plain: ['#ffffff', '#5b6570'],
  group: ['#f1f4f7', '#b3bcc6'],
  good: ['#e6f5ea', '#1f7a3d'],
  wait: ['#fff6df', '#9a6b00'],
  bad: ['#fdeae9', '#b3261e'],
  quiet: ['#f1f4f7', '#5b6570'],
} as const;

export function svgOf({ title, description, size, boxes, arrows }: Drawing): string {
  const [width, height] = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"
  width="${width}" height="${height}" role="img" aria-labelledby="title description"
  font-family="system-ui, sans-serif" font-size="14">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<style>
${DARK}
</style>
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7"
  orient="auto-start-reverse"><path class="head" fill="#3d4650" d="M0 0 10 5 0 10z"/></marker></defs>
<rect class="ground" fill="#fbfcfd" width="${width}" height="${height}" rx="8"/>
${boxes.map(boxOf).join('\n')}
${arrows.map(arrowOf).join('\n')}
${arrows.map(labelOf).filter(Boolean).join('\n')}
</svg>
`;
}

function boxOf({ at: [x, y], size: [width, height], lines, tone = 'plain' }: Box): string {
  const [fill, stroke] = LIGHT[tone];
  const isGroup = tone === 'group';
  const first = isGroup ? y + 24 : y + height / 2 - ((lines.length - 1) * LINE_HEIGHT) / 2 + 5;
  const text = lines.map((line, index) => {
    const weight = index === 0 ? ' font-weight="600"' : ' font-size="12.5"';
    return `<text x="${x + width / 2}" y="${first + index * LINE_HEIGHT}" text-anchor="middle"${weight} fill="#1b2026">${escaped(line)}</text>`;
  });
  const rect = `<rect class="${tone}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}" stroke="${stroke}"/>`;
  return [rect, ...text].join('\n');
}

function arrowOf({ path, isDashed, hasTwoHeads }: Arrow): string {
  const points = path.map((point) => point.join(',')).join(' ');
  const dashes = isDashed ? ' stroke-dasharray="6 5"' : '';
  const start = hasTwoHeads ? ' marker-start="url(#head)"' : '';
  return `<polyline class="arrow" points="${points}" fill="none" stroke="#3d4650" stroke-width="1.5"${dashes} marker-end="url(#head)"${start}/>`;
}

function labelOf({ label, labelAt }: Arrow): string {
  if (!label || !labelAt) return '';
  const [x, y] = labelAt;
  const lines = label.map(
    (line, index) =>
      `<text class="label" x="${x}" y="${y + index * 15}" text-anchor="middle" font-size="12.5" fill="#333b44"
  stroke="#fbfcfd" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${escaped(line)}</text>`,
  );
  return lines.join('\n');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
