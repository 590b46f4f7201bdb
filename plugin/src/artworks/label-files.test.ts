import { expect, it } from 'vitest';
import { labelFiles } from './label-files.ts';

const page = (number: number) => `https://registry.example/artworks/AREG-${number}`;

it('names the works of one registry, at most 50 in a file', () => {
  expect(labelFiles([page(1), `${page(2)}/`], 'a7')).toEqual([
    'https://registry.example/labels.pdf?works=AREG-1,AREG-2&size=a7',
  ]);
  const many = labelFiles(
    Array.from({ length: 51 }, (_, index) => page(index)),
    'a6',
  );
  expect(many).toHaveLength(2);
  expect(many[1]).toBe('https://registry.example/labels.pdf?works=AREG-50&size=a6');
});
