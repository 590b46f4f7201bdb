// Replays of stored answers.
import { describe, expect, it } from 'vitest';
import { ruleTx } from '../../../tests/support/rule-tx.ts';
import { answerToStore, replayOf } from './idempotency.ts';

const body = { registry_id: 'AREG-1', data: { title: 'a' }, public: true };
const stored = { requestHash: 'x', status: 201, response: JSON.stringify(body), isPublic: true };
const keyed = { organizationId: 'own', idempotency: { key: 'k', requestHash: 'x' } };

describe('a replay', () => {
  it('is the stored answer, for the same request only', () => {
    expect(replayOf(stored, keyed)).toEqual({ ok: true, replayed: true, status: 201, body });
    expect(replayOf(undefined, keyed)).toBeUndefined();
    expect(replayOf(stored, { ...keyed, idempotency: null })).toBeUndefined();
    const other = { ...keyed, idempotency: { key: 'k', requestHash: 'y' } };
    expect(() => replayOf(stored, other)).toThrow('idempotency_key_reused');
  });
  it('does not show a work that has left the public since', () => {
    expect(replayOf({ ...stored, isPublic: false }, keyed)).toMatchObject({
      body: { registry_id: 'AREG-1', data: null, public: false },
    });
    const hidden = {
      ...stored,
      isPublic: false,
      response: JSON.stringify({ registry_id: 'AREG-1', data: null }),
    };
    expect(replayOf(hidden, keyed)).toMatchObject({ body: { registry_id: 'AREG-1', data: null } });
    const plain = { registry_id: 'AREG-1', data: { title: 'a' } };
    const answer = replayOf({ ...stored, isPublic: false, response: JSON.stringify(plain) }, keyed);
    expect(answer).toMatchObject({ body: { registry_id: 'AREG-1', data: null } });
    expect(answer?.ok && 'public' in answer.body).toBe(false);
  });
});

describe('an answer', () => {
  it('is stored for a request with a key, without the work where only the result matters', () => {
    expect(answerToStore(ruleTx(), { ...keyed, idempotency: null }, 201, body)).toBeUndefined();
    const whole = answerToStore(ruleTx(), keyed, 201, body);
    expect(whole).toMatchObject({ organizationId: 'own', key: 'k', requestHash: 'x', status: 201 });
    expect(JSON.parse(whole?.response ?? '')).toEqual(body);
    const slim = { ...keyed, idempotency: { ...keyed.idempotency, isSlim: true } };
    expect(JSON.parse(answerToStore(ruleTx(), slim, 201, body)?.response ?? '')).toEqual({
      ...body,
      data: null,
    });
  });
});
