// One row for each kind of answer: the registry's own, and everything that may come back instead.
import { ERRORS } from '@artwork-registry/contract';
import { describe, expect, test } from 'vitest';
import { meaningOfCall, meaningOfKey, meaningOfRefusal, type CallMeaning } from './answer-meaning.ts';
import type { RawRegistryAnswer } from './registry-client.ts';

const URL = 'https://registry.example/api/v1';
const NOW = Date.parse('2026-11-22T10:00:00Z');
const OWN = { 'x-registry-api-version': 'v1' };
const envelope = (code: string, more: object = {}) => ({ error: { code, message: 'No.' }, ...more });
const call = (answer: Partial<RawRegistryAnswer>): CallMeaning =>
  meaningOfCall({ status: 200, headers: OWN, body: {}, ...answer }, URL, NOW);

describe('a call', () => {
  test.each([
    [200, {}],
    [404, envelope('artwork_not_found')],
    [403, envelope('not_permitted')],
    [409, envelope('source_conflict')],
    [422, envelope('invalid_body')],
    [400, envelope('a_code_of_a_later_version')],
  ])('%i %j of the registry is its answer', (status, body) =>
    expect(call({ status, body })).toEqual({ kind: 'answer' }),
  );

  test.each([
    [401, 'unauthorized', 'unauthorized'],
    [401, 'a_code_of_a_later_version', 'unauthorized'],
    [403, 'missing_scope', 'forbidden'],
    [403, 'organisation_inactive', 'forbidden'],
    [403, 'no_write_target', 'no_write_target'],
  ])('%i %s closes the account as %s', (status, code, state) =>
    expect(call({ status, body: envelope(code) })).toMatchObject({
      kind: 'account_refused',
      refusal: { state },
    }),
  );

  const failed = { kind: 'failed', wasSent: true, waitMs: null, isEndpointMissing: false };
  test.each<[string, Partial<RawRegistryAnswer>, Partial<CallMeaning>]>([
    ['a page with 200', { body: null }, { mayBeAWork: false }],
    ['a page with 403', { status: 403, body: null, headers: {} }, { mayBeAWork: true }],
    ['a page with 404', { status: 404, body: null }, { mayBeAWork: true }],
    ['JSON of a gateway', { status: 404, body: { message: 'no route' }, headers: {} }, { mayBeAWork: true }],
    [
      'an envelope without a version',
      { status: 403, body: envelope('not_permitted'), headers: {} },
      { mayBeAWork: true },
    ],
    [
      'a refused key without a version',
      { status: 401, body: envelope('unauthorized'), headers: {} },
      { mayBeAWork: true },
    ],
    ['a redirect', { status: 301, headers: { location: 'https://x.example' } }, { mayBeAWork: false }],
    ['an unknown address', { status: 404, body: envelope('not_found') }, { isEndpointMissing: true }],
    ['a method gone', { status: 405, body: envelope('method_not_allowed') }, { isEndpointMissing: true }],
    ['500', { status: 500, body: envelope('internal_error') }, { mayBeAWork: true }],
    [
      '500 of a registry that does not know whether it was done',
      { status: 500, body: envelope('internal_error'), headers: { ...OWN, 'retry-after': '5' } },
      { mayBeAWork: false, waitMs: 5000 },
    ],
    ['502 of a gateway', { status: 502, body: null, headers: {} }, { mayBeAWork: false }],
    ['503 of a gateway', { status: 503, body: null, headers: {} }, { mayBeAWork: false }],
    ['503 with an envelope only', { status: 503, body: envelope('unavailable'), headers: {} }, {}],
    ['503 of the registry', { status: 503, body: envelope('unavailable') }, { wasSent: false }],
  ])('%s is a failure that blames no work', (_, answer, more) =>
    expect(call(answer)).toMatchObject({ ...failed, ...more }),
  );

  const date = 'Sun, 22 Nov 2026 10:00:00 GMT';
  test.each([
    [{}, {}, null],
    [{ 'retry-after': '7' }, {}, 7000],
    [{ 'retry-after': '0' }, {}, 0],
    [{ 'retry-after': 'soon' }, {}, null],
    [{ 'retry-after': 'Sun, 22 Nov 2026 10:00:30 GMT' }, {}, 30_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 11:00:30 GMT', date: 'Sun, 22 Nov 2026 11:00:00 GMT' }, {}, 30_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 09:00:00 GMT', date }, {}, 0],
    [{}, { retry_after_seconds: 9 }, 9000],
    [{ 'retry-after': '7' }, { retry_after_seconds: 9 }, 7000],
    [{ 'retry-after': 'in 12' }, { retry_after_seconds: 9 }, 9000],
  ])('429 with %j and %j asks for a wait of %s ms', (headers, more, waitMs) => {
    const answer = { status: 429, headers, body: envelope('rate_limited', more) };
    expect(call(answer)).toEqual({ kind: 'rate_limited', waitMs });
  });

  test('429 needs no sign of the registry: the server that counts the calls is obeyed', () =>
    expect(call({ status: 429, headers: {}, body: null })).toEqual({ kind: 'rate_limited', waitMs: null }));
});

describe('a refusal of a work', () => {
  test.each([
    [409, 'idempotent_request_in_progress', 'in_progress'],
    [409, 'idempotency_key_reused', 'key_reused'],
    [429, 'rate_limited', 'busy'],
    [500, 'internal_error', 'busy'],
    [503, 'artwork_not_found', 'busy'],
    [404, 'unknown_installation', 'installation_unknown'],
    [404, 'artwork_not_found', 'work_missing'],
    [404, 'source_not_found', 'source_missing'],
    [403, 'not_permitted', 'not_ours'],
    [422, 'invalid_body', 'refused'],
    [409, 'source_conflict', 'refused'],
    [400, 'a_code_of_a_later_version', 'refused'],
    [400, 'constructor', 'refused'],
  ])('%i %s means %s', (status, code, meaning) => expect(meaningOfRefusal(status, code)).toBe(meaning));

  test('every code that has a meaning of its own is one that the registry documents', () => {
    const named = Object.keys(ERRORS).filter((code) => meaningOfRefusal(400, code) !== 'refused');
    expect(named.sort()).toEqual([
      'artwork_not_found',
      'idempotency_key_reused',
      'idempotent_request_in_progress',
      'not_permitted',
      'source_not_found',
      'unknown_installation',
    ]);
  });
});

describe('a key that is to be stored', () => {
  const key = (answer: Partial<RawRegistryAnswer>) =>
    meaningOfKey({ status: 200, headers: OWN, body: {}, ...answer });
  test.each([
    ['refused', { status: 401, body: envelope('unauthorized') }, 'No.'],
    ['refused', { status: 403, body: envelope('organisation_inactive') }, 'No.'],
    ['unreachable', { status: 429, body: envelope('rate_limited') }, 'No.'],
    ['unreachable', { status: 502, body: null, headers: {} }, null],
  ])('is %s by %j', (kind, answer, message) => expect(key(answer)).toEqual({ kind, message }));

  test.each([
    [{ status: 200, body: { object: 'something' } }],
    [{ status: 404, body: envelope('not_found') }],
    [{ status: 403, body: null, headers: {} }],
    [{ status: 301, headers: { location: 'https://www.example' } }],
  ])('is not judged by %j, which is not a registry', (answer) =>
    expect(key(answer)).toEqual({ kind: 'not_a_registry' }),
  );
});
