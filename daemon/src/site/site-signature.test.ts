// The vectors that the plugin's tests read too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSiteSignature, signSite, type Direction } from './site-signature.ts';

type Vector = {
  secret: string;
  direction: Direction;
  method: string;
  route: string;
  site_id: string;
  timestamp: number;
  nonce: string;
  body: string;
  signature: string;
};
const file = join(import.meta.dirname, '../../../docs/site-protocol-vector.json');
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

test.each(vectors.map((vector) => [vector.direction, vector] as const))(
  'the vector %s is met',
  (_name, vector) => {
    const parts = { ...vector, siteId: vector.site_id };
    expect(signSite(vector.secret, parts)).toBe(vector.signature);
    expect(isSiteSignature(vector.secret, parts, vector.signature)).toBe(true);
  },
);

test.each(['method', 'route', 'siteId', 'nonce', 'body'] as const)(
  'another %s makes another signature',
  (field) => {
    const vector = vectors[0]!;
    const parts = { ...vector, siteId: vector.site_id, [field]: 'other' };
    expect(isSiteSignature(vector.secret, parts, vector.signature)).toBe(false);
    expect(isSiteSignature(vector.secret, { ...vector, siteId: vector.site_id }, 'v1=00')).toBe(false);
  },
);
