// What a kept page holds of the memory is what it is counted for.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodedFor } from './answer.ts';

const page = { type: 'text/html; charset=utf-8', body: `<p>${randomBytes(3000).toString('base64')}</p>` };

describe('a page that is kept', () => {
  it.each(['br', 'gzip'] as const)('holds no bytes but its own, encoded with %s', (encoding) => {
    const { body } = encodedFor(page, encoding);
    expect(Buffer.isBuffer(body) && body.buffer.byteLength).toBe(body.length);
  });
});
