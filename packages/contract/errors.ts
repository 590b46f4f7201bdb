// The one table of API errors, the envelope they travel in, and the translation of schema complaints into issues.
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { count } from './response-fields.ts';

type ErrorRow = { readonly status: number; readonly message: string; readonly hint: string };

export const ERRORS = {
  invalid_query: row(400, 'The query is not valid.', 'Correct the parameters listed in issues.'),
  invalid_json: row(400, 'The request body is not valid JSON.', 'Send one JSON object in UTF-8.'),
  malformed_request: row(400, 'This is not a valid HTTP request.', 'Check what your HTTP library sends.'),
  unauthorized: row(
    401,
    'The API key is missing or not valid.',
    'Send a current key as Authorization: Bearer <key> or as x-api-key.',
  ),
  missing_scope: row(
    403,
    'The API key lacks the scope this call needs.',
    'Ask the operator for a key with that scope.',
  ),
  organisation_inactive: row(
    403,
    'The organisation of this key is not active.',
    'Ask the operator of the registry to activate it.',
  ),
  not_permitted: row(
    403,
    'This artwork belongs to another organisation.',
    'Only artworks inside your own profile can be changed.',
  ),
  no_write_target: row(
    403,
    'The organisation has no gallery or collection profile to publish into.',
    'Ask the operator of the registry to link one.',
  ),
  source_ownership_mismatch: row(
    403,
    'This installation does not belong to your organisation.',
    'Use an installation_id that connect returned for your key.',
  ),
  not_found: row(404, 'There is nothing at this address.', 'See /docs for the list of endpoints.'),
  artwork_not_found: row(404, 'No public artwork has this id.', 'It may be unknown, private or withdrawn.'),
  artist_not_found: row(404, 'No artist has this id.', 'Use the slug or id from an artwork.'),
  gallery_not_found: row(404, 'No gallery has this id.', 'Use the slug or id of a gallery profile.'),
  museum_not_found: row(404, 'No museum has this id.', 'Use the slug or id of a museum profile.'),
  source_not_found: row(
    404,
    'None of your installations holds a source on this artwork.',
    'Publish the artwork through the installation first.',
  ),
  access_request_not_found: row(
    404,
    'There is no access request with this id and token.',
    'Use request_id and claim_token from the answer to the request.',
  ),
  certificate_not_found: row(
    404,
    'There is no certificate with this id.',
    'Check the id that you were given.',
  ),
  installation_not_found: row(
    404,
    'Your organisation has no installation with this id.',
    'Use an installation_id that connect returned for your key.',
  ),
  method_not_allowed: row(
    405,
    'This address does not accept this method.',
    'The Allow header lists the methods it accepts.',
  ),
  request_timeout: row(408, 'The request did not arrive in time.', 'Send it again over a better connection.'),
  idempotency_key_reused: row(
    409,
    'This idempotency key was used before with a different body.',
    'Use a new key for a new request.',
  ),
  idempotent_request_in_progress: row(
    409,
    'A request with this idempotency key is still running.',
    'Wait a second and send the same request again.',
  ),
  source_conflict: row(
    409,
    'The source of this artwork conflicts with one that is already registered.',
    'Make the two works distinguishable, with an edition number in the title for example.',
  ),
  payload_too_large: row(
    413,
    'The request body is too large.',
    'Send at most 128 KiB, 4 MiB for batches, 16 KiB for an access request, and at most 10,000 values.',
  ),
  unsupported_media_type: row(415, 'The request body must be JSON.', 'Send Content-Type: application/json.'),
  invalid_body: row(422, 'The request body is not valid.', 'Correct the fields listed in issues.'),
  protected_field: row(
    422,
    'The request body contains fields that the registry manages itself.',
    'Leave out the names listed in fields.',
  ),
  unknown_installation: row(
    422,
    'This installation is not known.',
    'Call connect first and use the installation_id it returns.',
  ),
  site_url_required: row(422, 'site_url is required.', 'Send the address of the connected site.'),
  installation_id_required: row(
    422,
    'Several of your installations hold a source on this artwork.',
    'Name one of them in installation_id.',
  ),
  headers_too_large: row(
    431,
    'The address or the headers of the request are too long.',
    'Send at most 16 KiB of address and headers.',
  ),
  rate_limited: row(429, 'Too many requests.', 'Wait for the number of seconds in Retry-After.'),
  internal_error: row(
    500,
    'Something went wrong in the registry.',
    'Try again; if it stays, report the x-request-id.',
  ),
  unavailable: row(503, 'The registry cannot answer just now.', 'Try again after the time in Retry-After.'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

export const ErrorIssue = z.object({ path: z.string(), message: z.string() });
export type ErrorIssue = z.infer<typeof ErrorIssue>;

/** The inner error object; `code` stays a plain string so that a client survives codes added later. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.array(ErrorIssue).optional(),
  fields: z.array(z.string()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const ErrorEnvelope = z.object({ error: ErrorBody, retry_after_seconds: count().optional() });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** One issue per bad field, with a dotted path; `path` is empty when the whole body is meant. At most 50, then a count. */
export function issuesOf(error: z.ZodError): ErrorIssue[] {
  const issues = new Map<string, ErrorIssue>();
  let more = 0;
  const add = (longPath: string, message: string) => {
    const path = shortPath(longPath);
    if (issues.has(path)) return;
    if (issues.size < LIMITS.issues) issues.set(path, { path, message });
    else more += 1;
  };
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(path === '' ? key : `${path}.${key}`, 'is not a known field');
    } else if (
      issue.code === 'invalid_type' &&
      issue.input === undefined &&
      issue.message.startsWith('Invalid input')
    ) {
      add(path, issue.expected === 'object' && path === '' ? 'must be a JSON object' : 'is required');
    } else {
      add(path, issue.message);
    }
  }
  return more === 0 ? [...issues.values()] : [...issues.values(), { path: '', message: `and ${more} more` }];
}

/** A name in an answer is there to be found again; the sender decides how long it is. */
export function shortPath(path: string): string {
  return path.length <= LIMITS.issuePath ? path : `${path.slice(0, LIMITS.issuePath)}…`;
}

function row(status: number, message: string, hint: string): ErrorRow {
  return { status, message, hint };
}
