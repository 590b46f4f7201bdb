import { expect, it } from 'vitest';
import { acceptedType } from './accepted-type.ts';

const TYPES = ['text/html', 'application/ld+json', 'application/json'];

it.each([
  [undefined, 'text/html'],
  ['', 'text/html'],
  ['*/*', 'text/html'],
  ['application/json', 'application/json'],
  ['application/json; charset=utf-8', 'application/json'],
  ['application/json;charset=utf-8;q=0.9, text/html;q=0.1', 'application/json'],
  ['APPLICATION/JSON', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  ['application/*', 'application/ld+json'],
  ['application/ld+json;profile="https://linked.art/ns/v1/linked-art.json"', 'application/ld+json'],
  ['application/ld+json;profile="a,b;q=0", application/json;q=0.5', 'application/ld+json'],
  ['application/json;odata.metadata=minimal;odata.streaming=true', 'application/json'],
  ['application/vnd.api+json, application/json; version=1', 'application/json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'],
  ['application/json;q=0', undefined],
  ['image/png', undefined],
])('of an Accept header %j the type is %j', (accept, type) => {
  expect(acceptedType({ headers: accept === undefined ? {} : { accept } }, TYPES)).toBe(type);
});
