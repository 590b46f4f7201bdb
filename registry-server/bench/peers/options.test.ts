import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_ROWS, DELIVERY_ROWS, PEERS, readOptions } from './options.ts';

describe('the command line of the table beside peers', () => {
  it('measures every row beside every peer on both engines unless told otherwise', () => {
    expect(readOptions([])).toMatchObject({
      apiRows: [...API_ROWS],
      deliveryRows: [...DELIVERY_ROWS],
      peers: [...PEERS],
      engines: ['sqlite', 'postgres'],
      pace: { rounds: 5 },
      isJson: false,
    });
  });

  it('takes some rows and some peers, in the order of the table', () => {
    const options = readOptions(['--only', 'steady_300,update,list', '--peers', 'bullmq,directus']);
    expect(options.apiRows).toEqual(['list', 'update']);
    expect(options.deliveryRows).toEqual(['steady_300']);
    expect(options.peers).toEqual(['directus', 'bullmq']);
  });

  it('measures our part alone with --peers none', () => {
    expect(readOptions(['--peers', 'none', '--quick', '--json'])).toMatchObject({
      peers: [],
      pace: { rounds: 2 },
      isJson: true,
    });
  });

  it('refuses a row or a peer that does not exist, and names those that do', () => {
    expect(() => readOptions(['--only', 'lists'])).toThrow(/one_work,list,.*; not lists/);
    expect(() => readOptions(['--peers', 'wordpress'])).toThrow(/directus,.*; not wordpress/);
    expect(() => readOptions(['--count', 'many'])).toThrow('--count');
  });

  it('takes every form that docs/development.md shows', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/development.md'), 'utf8');
    const shown = [...page.matchAll(/^npm run bench:peers -- (.+)$/gm)].map(([, words = '']) => words);
    expect(shown.length).toBeGreaterThan(2);
    for (const words of shown) expect(() => readOptions(words.split(' ')), words).not.toThrow();
  });
});
