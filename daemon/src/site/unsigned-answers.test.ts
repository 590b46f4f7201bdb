// What an answer without a signature may cost: a site prints what it likes, as often as it is called.
import { expect, test } from 'vitest';
import { systemClock } from '#kit/clock';
import { jsonParts } from './json-parts.ts';
import { createCallSigner, type SiteAnswer } from './signed-call.ts';

const signer = createCallSigner({ siteId: 'site', secret: btoa('x'.repeat(32)) }, systemClock);
const accept = (status: number, bodies: Iterable<Buffer>) => {
  const answer: SiteAnswer = { status, siteId: '', timestamp: NaN, nonce: '', signature: '', bodies };
  return () => signer.accept('poll', signer.sign('poll', '{}'), answer);
};
const REFUSAL = Buffer.from('{"error":{"code":"not_paired","message":"No."}}');

test('one that is not a refusal is not looked through', () => {
  let looked = 0;
  function* bodies() {
    looked += 1;
    yield REFUSAL;
  }
  expect(accept(200, bodies())).toThrow(expect.objectContaining({ code: 'unsigned', status: 200 }));
  expect(looked).toBe(0);
  expect(accept(401, bodies())).toThrow(expect.objectContaining({ code: 'not_paired' }));
});

test('an object that is not closed within the bound costs no more, and hides no refusal', () => {
  const open = Buffer.from(`{"a":[${'x'.repeat(1000)}`);
  const parts = (body: Buffer) => [...jsonParts(body, 500)].map(String);
  expect(parts(Buffer.concat([open, REFUSAL]))[0], 'within the object that is too large').toBe(
    REFUSAL.toString(),
  );
  expect(parts(Buffer.concat([open, Buffer.from(']}')])), 'no more of it is parsed').toEqual([
    open.toString().slice(0, 500),
  ]);
  expect([...jsonParts(Buffer.concat([open, Buffer.from(']}')]))].map(String)).toEqual([`${open}]}`]);
});

test('a large answer is found behind objects of others that are not closed', () => {
  const page = JSON.stringify({ changes: Array(50).fill({ title: 'x'.repeat(4000) }) });
  const notice = Buffer.from(`Notice: {"a":{"b":"cut\n`);
  const found = [...jsonParts(Buffer.concat([notice, Buffer.from(page)]))].map(String);
  expect(found).toContain(page);
});
