// The one error that calls throw. It never holds the request, so no key can get into a log with it.
import { retryAfterSeconds } from '@artwork-registry/contract';

export type Issue = { path: string; message: string };

export interface RegistryErrorOptions {
  /** One of the codes in docs/api.md "Errors"; `network` or `timeout` where no answer came; `bad_answer` where it was not JSON. */
  code: string;
  /** HTTP status; null where no answer came. */
  status: number | null;
  message: string;
  /** What is wrong with which field. */
  issues?: Issue[] | undefined;
  /** How long the registry asks to wait. */
  retryAfterSeconds?: number | undefined;
  /** `x-request-id`, which the operator finds in the log of the registry. */
  requestId?: string | undefined;
  cause?: unknown;
}

export class RegistryError extends Error {
  override name = 'RegistryError';
  readonly code: string;
  readonly status: number | null;
  readonly issues: Issue[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor({ message, cause, ...rest }: RegistryErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = rest.code;
    this.status = rest.status;
    this.issues = rest.issues ?? [];
    this.retryAfterSeconds = rest.retryAfterSeconds;
    this.requestId = rest.requestId;
  }
}

/** What a refusal says; an answer that is not the registry's, as of a proxy, is `bad_answer`. */
export async function errorOf(answer: Response): Promise<RegistryError> {
  const body = (await answer.json().catch(() => undefined)) as
    { error?: { code?: string; message?: string; issues?: Issue[] } } | undefined;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const {
    code = 'bad_answer',
    message = isRedirect
      ? `The registry's address redirects to ${answer.headers.get('location') ?? 'another one'}: use the one that answers directly`
      : 'The answer is not one of the registry',
    issues,
  } = body?.error ?? {};
  return new RegistryError({
    code,
    status: answer.status,
    message: `${message} (${code}, HTTP ${answer.status})`,
    issues,
    retryAfterSeconds: retryAfterOf(answer),
    requestId: answer.headers.get('x-request-id') ?? undefined,
  });
}

/** Seconds that the answer asks to wait; undefined where it does not say. */
export function retryAfterOf({ headers }: Response): number | undefined {
  return retryAfterSeconds(headers.get('retry-after'), { date: headers.get('date'), nowMs: Date.now() });
}
