import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeWebhookSigner, signWebhook, verifyWebhook } from './index.ts';

const secret = 'whsec_dGVzdA==';
const rawBody = Buffer.from('{"a":"é"}');
const signature = signWebhook(secret, 1_700_000_000, rawBody);
const delivery = { secret, timestamp: '1700000000', signature, rawBody, nowSeconds: 1_700_000_000 };

describe('the webhook signature', () => {
  it('is the HMAC of timestamp, dot and raw body', () => {
    const expected = createHmac('sha256', secret).update('1700000000.{"a":"é"}').digest('hex');
    expect(signature).toBe(`sha256=${expected}`);
    expect(signWebhook('whsec_a', 1, '{}')).toBe(
      'sha256=' + createHmac('sha256', 'whsec_a').update('1.{}').digest('hex'),
    );
  });
  it('is the same from a signer, which adds that of Standard Webhooks', () => {
    const signer = makeWebhookSigner(secret);
    expect(signer.sign(1_700_000_000, rawBody.toString())).toBe(signature);
    const key = Buffer.from('dGVzdA==', 'base64');
    const expected = createHmac('sha256', key).update('msg.1700000000.{"a":"é"}').digest('base64');
    expect(signer.signStandard('msg', 1_700_000_000, rawBody.toString())).toBe(`v1,${expected}`);
  });
  it('accepts up to 300 seconds of difference, either way', () => {
    expect(verifyWebhook(delivery)).toEqual({ ok: true });
    expect(verifyWebhook({ ...delivery, nowSeconds: 1_700_000_300 })).toEqual({ ok: true });
    expect(verifyWebhook({ ...delivery, nowSeconds: 1_699_999_700 })).toEqual({ ok: true });
  });
  it.each([
    [{ nowSeconds: 1_700_000_301 }, 'stale'],
    [{ nowSeconds: 1_699_999_699 }, 'stale'],
    [{ nowSeconds: Number.NaN }, 'stale'],
    [{ timestamp: undefined }, 'missing'],
    [{ signature: undefined }, 'missing'],
    [{ secret: 'other' }, 'mismatch'],
    [{ rawBody: Buffer.from('{}') }, 'mismatch'],
    [{ timestamp: '1700000001' }, 'mismatch'],
    [{ timestamp: '1e9' }, 'mismatch'],
    [{ signature: 'sha256=00' }, 'mismatch'],
    [{ signature: signature.toUpperCase() }, 'mismatch'],
  ])('refuses %j as %s', (change, reason) => {
    expect(verifyWebhook({ ...delivery, ...change })).toEqual({ ok: false, reason });
  });
  it.each(['', ' ', '\n'])(
    'takes nothing as signed with the secret %j, with which everybody can sign',
    (blank) => {
      const signed = { ...delivery, secret: blank, signature: signWebhook(blank, 1_700_000_000, rawBody) };
      expect(() => verifyWebhook(signed)).toThrow('the webhook secret is empty');
    },
  );
  it.each([
    '1.7e9',
    '+1700000000',
    ' 1700000000',
    '1700000000 ',
    '1700000000x',
    '0x6553F100',
    '0001700000000',
  ])('refuses a time that is written as %j, although it is signed', (timestamp) => {
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
    expect(verifyWebhook({ ...delivery, timestamp, signature: `sha256=${hmac}` })).toMatchObject({
      ok: false,
    });
  });
});
