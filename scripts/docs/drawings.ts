// The drawings of docs/architecture.md. `npm run docs:drawings` writes them; a test holds them to this file and to the plugin's states.
import type { Arrow, Box, Drawing } from './drawing.ts';

const parts: Drawing = {
  name: 'parts',
  title: 'The parts and what they say to each other',
  description:
    'The gallery edits artworks in WordPress, where the plugin notes which changed. The sync service asks the site with signed calls, plans in its ' +
    'journal, and writes to the registry with an API key. The registry sends signed webhooks. Collectors read its public pages; the operator looks ' +
    'after it. Where the service cannot reach the site, the same calls travel by the site’s own requests.',
  size: [960, 470],
  boxes: [
    { at: [20, 90], size: [260, 280], lines: ['WordPress of the gallery'], tone: 'group' },
    { at: [40, 130], size: [220, 50], lines: ['shop and editor'] },
    { at: [40, 210], size: [220, 60], lines: ['plugin: outbox', 'which works changed'] },
    { at: [40, 290], size: [220, 60], lines: ['plugin: status table', 'what the registry confirmed'] },
    { at: [400, 90], size: [200, 280], lines: ['sync service'], tone: 'group' },
    { at: [420, 150], size: [160, 80], lines: ['journal', 'what must be sent,', 'with its keys'] },
    { at: [420, 290], size: [160, 60], lines: ['receiver', 'of webhooks'] },
    { at: [720, 90], size: [220, 280], lines: ['registry server'], tone: 'group' },
    { at: [740, 130], size: [180, 40], lines: ['API'] },
    { at: [740, 200], size: [180, 70], lines: ['database', 'works, public form,', 'events'] },
    { at: [740, 300], size: [180, 50], lines: ['delivery worker'] },
    { at: [60, 20], size: [180, 36], lines: ['gallery'], tone: 'quiet' },
    { at: [660, 20], size: [140, 36], lines: ['operator'], tone: 'quiet' },
    { at: [810, 20], size: [140, 36], lines: ['collectors'], tone: 'quiet' },
  ],
  arrows: [
    {
      path: [
        [150, 56],
        [150, 130],
      ],
      label: ['edits, sells'],
      labelAt: [192, 84],
    },
    {
      path: [
        [150, 180],
        [150, 210],
      ],
    },
    {
      path: [
        [420, 175],
        [340, 175],
        [340, 230],
        [260, 230],
      ],
      label: ['signed calls:', 'poll, changes'],
      labelAt: [340, 196],
      hasTwoHeads: true,
    },
    {
      path: [
        [440, 230],
        [440, 262],
        [340, 262],
        [340, 320],
        [260, 320],
      ],
      label: ['report'],
      labelAt: [340, 296],
    },
    {
      path: [
        [580, 150],
        [740, 150],
      ],
      label: ['HTTPS,', 'API key'],
      labelAt: [660, 143],
    },
    {
      path: [
        [830, 170],
        [830, 200],
      ],
    },
    {
      path: [
        [830, 270],
        [830, 300],
      ],
    },
    {
      path: [
        [740, 325],
        [580, 325],
      ],
      label: ['signed', 'webhooks'],
      labelAt: [660, 318],
    },
    {
      path: [
        [500, 290],
        [500, 230],
      ],
    },
    {
      path: [
        [730, 56],
        [730, 74],
        [770, 74],
        [770, 90],
      ],
    },
    {
      path: [
        [880, 56],
        [880, 90],
      ],
    },
    {
      path: [
        [150, 370],
        [150, 410],
        [500, 410],
        [500, 370],
      ],
      isDashed: true,
      label: [
        'where the service cannot reach the site: the mailbox,',
        'the same calls in the site’s own requests; and a ping that wakes it',
      ],
      labelAt: [325, 432],
    },
  ],
};

const WIDTH = 184;
const left = (column: number) => 24 + column * 264;
const right = (column: number) => left(column) + WIDTH;
const between = (column: number) => right(column) + 40;
const top = (row: number) => 20 + row * 100;
const state = (column: number, row: number, lines: string[], tone: Box['tone'] = 'plain'): Box => ({
  at: [left(column), top(row)],
  size: [WIDTH, 20 + lines.length * 18],
  lines,
  tone,
});

const states: Drawing = {
  name: 'states',
  title: 'The states of an artwork',
  description:
    'Not registered becomes Waiting when the owner registers it, or On hold while possible duplicates or a bulk removal wait for a choice. ' +
    'Waiting becomes Sending. The registry’s answer makes it Registered, Matched, Registered by another profile, or Needs attention. A later change is Registered, ' +
    'change waiting, until it is confirmed. Stopped and Hidden follow the owner’s wish once the registry has confirmed it. ' +
    'Sold, Private and Moved are what the registry says.',
  size: [right(3) + 24, 510],
  boxes: [
    state(0, 0, ['Not registered', 'on the site, not chosen'], 'quiet'),
    state(0, 2, ['On hold', 'waits for your choice'], 'wait'),
    state(1, 0, ['Waiting', 'a change is to be sent'], 'wait'),
    state(2, 0, ['Sending', 'in a call now'], 'wait'),
    state(1, 2, ['Needs attention', 'refused, or incomplete'], 'bad'),
    state(2, 2, ['Registered', 'exactly this is confirmed'], 'good'),
    state(3, 0, ['Matched', 'the registry knew it'], 'good'),
    state(3, 1, ['Registered by', 'another profile'], 'plain'),
    state(3, 2, ['Registered,', 'change waiting'], 'good'),
    state(1, 4, ['Stopped', 'its public page remains'], 'quiet'),
    state(2, 4, ['Hidden', 'the page is not shown'], 'quiet'),
    state(3, 3.8, ['Said by the registry:', 'Sold', 'Private', 'Moved'], 'good'),
  ],
  arrows: [
    {
      path: [
        [right(0), 38],
        [left(1), 38],
      ],
      label: ['register'],
      labelAt: [between(0), 31],
    },
    {
      path: [
        [116, 76],
        [116, top(2)],
      ],
      label: ['possible duplicates,', 'or a bulk removal'],
      labelAt: [116, 138],
    },
    {
      path: [
        [right(0), 248],
        [between(0), 248],
        [between(0), 62],
        [left(1), 62],
      ],
      label: ['your', 'choice'],
      labelAt: [between(0), 150],
    },
    {
      path: [
        [right(1), 48],
        [left(2), 48],
      ],
    },
    {
      path: [
        [right(2), 48],
        [left(3), 48],
      ],
      label: ['equal'],
      labelAt: [between(2), 41],
    },
    {
      path: [
        [right(2) - 30, 76],
        [right(2) - 30, 148],
        [left(3), 148],
      ],
      label: ['equal, but', 'another’s'],
      labelAt: [between(2), 112],
    },
    {
      path: [
        [left(2) + 100, 76],
        [left(2) + 100, top(2)],
      ],
      label: ['confirmed'],
      labelAt: [left(2) + 100, 176],
    },
    {
      path: [
        [left(2) + 30, 76],
        [left(2) + 30, 148],
        [right(1) - 40, 148],
        [right(1) - 40, top(2)],
      ],
      label: ['refused'],
      labelAt: [between(1), 141],
    },
    {
      path: [
        [left(1) + 50, top(2)],
        [left(1) + 50, 76],
      ],
      label: ['corrected'],
      labelAt: [left(1) + 50, 152],
    },
    {
      path: [
        [right(2), 236],
        [left(3), 236],
      ],
      label: ['edit'],
      labelAt: [between(2), 229],
    },
    {
      path: [
        [left(3), 262],
        [right(2), 262],
      ],
      label: ['confirmed'],
      labelAt: [between(2), 279],
    },
    {
      path: [
        [left(2) + 40, 276],
        [left(2) + 40, 346],
        [right(1) - 60, 346],
        [right(1) - 60, top(4)],
      ],
      label: ['left the shop, or', '“Stop updating”'],
      labelAt: [between(1) - 20, 330],
    },
    {
      path: [
        [left(2) + 110, 276],
        [left(2) + 110, top(4)],
      ],
      label: ['“Hide page”'],
      labelAt: [left(2) + 110, 380],
    },
    {
      path: [
        [right(2) - 20, 276],
        [right(2) - 20, 330],
        [left(3) + 92, 330],
        [left(3) + 92, top(3.8)],
      ],
      label: ['an order, or an event'],
      labelAt: [between(2) + 50, 323],
    },
    {
      path: [
        [left(1), 448],
        [10, 448],
        [10, 8],
        [left(1) + 60, 8],
        [left(1) + 60, 20],
      ],
      label: ['register again'],
      labelAt: [140, 441],
    },
    {
      path: [
        [left(2), 448],
        [right(1), 448],
      ],
      hasTwoHeads: true,
    },
  ],
};

const STEPS: [who: 0 | 1 | 2 | 3, to: 0 | 1 | 2 | 3, text: string, isDashed?: boolean][] = [
  [0, 1, '1. save: a row in the outbox'],
  [2, 1, '2. poll, then changes'],
  [1, 2, '3. the work as it is now'],
  [2, 2, '4. plan and steps into the journal'],
  [2, 1, '5. acknowledged'],
  [2, 3, '6. up to 50 steps in one call'],
  [3, 3, '7. all in one transaction'],
  [3, 2, '8. a result for each'],
  [2, 1, '9. report: “Registered”'],
  [3, 2, '10. signed event', true],
];
const LANES = ['editor', 'plugin', 'sync service', 'registry'];
const laneX = (lane: number) => 90 + lane * 260;

const change: Drawing = {
  name: 'change',
  title: 'How a change travels, from save to confirmed',
  description: `${STEPS.map(([from, to, text]) => `${LANES[from]} to ${LANES[to]}: ${text.replace(/^\d+\. /, '')}`).join('; ')}.`,
  size: [990, 90 + STEPS.length * 44],
  boxes: LANES.map((lane, index) => ({ at: [laneX(index) - 70, 16], size: [140, 36], lines: [lane] })),
  arrows: [
    ...LANES.map((_lane, index): Arrow => ({
      path: [
        [laneX(index), 52],
        [laneX(index), 80 + STEPS.length * 44],
      ],
      isDashed: true,
    })),
    ...STEPS.map(([from, to, text, isDashed = false], index): Arrow => {
      const y = 92 + index * 44;
      const [a, b] = [laneX(from), laneX(to)];
      const path: Arrow['path'] =
        from === to
          ? [
              [a, y - 8],
              [a + 34, y - 8],
              [a + 34, y + 8],
              [a, y + 8],
            ]
          : [
              [a, y],
              [b, y],
            ];
      const labelAt: Arrow['labelAt'] = from === to ? [a + (a > 800 ? -6 : 6), y - 16] : [(a + b) / 2, y - 7];
      return { path, isDashed, label: [text], labelAt };
    }),
  ],
};

export const DRAWINGS: Drawing[] = [parts, states, change];
