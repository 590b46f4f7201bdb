// P18: A refusal says what is wrong and what to do, in our words. Judged at every refusal of the API on the network.
import { at, jsonOf, listAt, stringAt } from './answers.ts';
import { finding } from './context.ts';
import type { Finding, Said } from './observation.ts';

/** Words of libraries, of the database and of the program's own inside. */
const NOT_OURS =
  /SQLITE|SQLSTATE|\bFST_|\bZod|\bECONN|\bENO[A-Z]|\bEACCES|constraint failed|syntax error at|Cannot read prop|\[object |undefined|node_modules|\n\s+at /;
/** A refusal whose answer tells where the fault is. */
const WITH_ISSUES = ['invalid_query'];
const KNOWN_CODES = new Set(
  `invalid_query invalid_json malformed_request unauthorized missing_scope organisation_inactive not_permitted no_write_target
  source_ownership_mismatch not_found access_request_not_found installation_not_found artwork_not_found artist_not_found gallery_not_found
  museum_not_found source_not_found certificate_not_found method_not_allowed request_timeout idempotency_key_reused
  idempotent_request_in_progress source_conflict payload_too_large unsupported_media_type invalid_body protected_field unknown_installation
  site_url_required installation_id_required rate_limited headers_too_large internal_error unavailable`.split(
    /\s+/,
  ),
);

export function refusalsAfterStep(said: Said): Finding[] {
  const { deed } = said;
  if (deed.what !== 'call' || deed.answer.isLost || !deed.ask.path.startsWith('/api/v1/')) return [];
  if (deed.ask.method === 'HEAD') return [];
  const { status, headers, body } = deed.answer;
  const json = jsonOf(body);
  const name = `${deed.ask.method} ${deed.ask.path.split('?')[0]} answered ${status}`;
  const faults = [...headerFaults(headers), ...(status >= 400 ? bodyFaults(status, headers, json) : [])];
  return faults.map((fault) => finding('P18', `${name} ${fault}`, [said.number]));
}

/** A proxy of the simulated network may answer instead of the registry; it does not name the version. */
function headerFaults(headers: Readonly<Record<string, string>>): string[] {
  if (headers['x-registry-api-version'] === undefined) return [];
  return [
    ...(headers['x-registry-api-version'] === 'v1' ? [] : ['with another version than v1']),
    ...(headers['cache-control'] === 'no-store' ? [] : ['and may be stored']),
    ...(headers['x-request-id'] ? [] : ['without x-request-id']),
  ];
}

function bodyFaults(status: number, headers: Readonly<Record<string, string>>, json: unknown): string[] {
  if (headers['x-registry-api-version'] === undefined) return [];
  const code = stringAt(json, 'error', 'code');
  const message = stringAt(json, 'error', 'message') ?? '';
  if (code === null) return ['without the error envelope'];
  const faults = KNOWN_CODES.has(code) ? [] : [`with the code ${code}, which no page explains`];
  if (message.length < 5 || NOT_OURS.test(message)) faults.push(`with the message "${message}"`);
  if (WITH_ISSUES.includes(code) && listAt(json, 'error', 'issues').length === 0)
    faults.push(`(${code}) without saying which part is wrong`);
  if (code === 'protected_field' && listAt(json, 'error', 'fields').length === 0)
    faults.push('without the names of the protected fields');
  const isWaiting = status === 429;
  if (isWaiting && !(Number(headers['retry-after']) > 0)) faults.push('without Retry-After');
  if (isWaiting && typeof at(json, 'retry_after_seconds') !== 'number')
    faults.push('without retry_after_seconds');
  return faults;
}
