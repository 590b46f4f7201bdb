// An error that the API defines. Handlers throw it, and error-replies.ts turns it into the error envelope. Rules know nothing
// of it: they throw Refused (storage/tx.ts).
import { ERRORS } from '@artwork-registry/contract';
import type { ErrorBody, ErrorCode, ErrorIssue } from '@artwork-registry/contract';
import type { Refusal } from '../storage/records.ts';

export type ErrorDetail = {
  message?: string | undefined;
  issues?: ErrorIssue[] | undefined;
  fields?: string[] | undefined;
  /** For limits other than the key's own; the HTTP layer knows the wait of that one. */
  retryAfterSeconds?: number | undefined;
};

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The inner error object: what happened and what to do next. */
  get body(): ErrorBody {
    const { message, hint } = ERRORS[this.code];
    const { issues, fields } = this.detail;
    return {
      code: this.code,
      message: this.detail.message ?? `${message} ${hint}`,
      ...(issues && { issues }),
      ...(fields && { fields }),
    };
  }

  static of(refusal: Refusal): ApiError {
    return new ApiError(refusal.code, { message: refusal.message, issues: refusal.issues });
  }
}

export function invalidBody(path: string, message: string): ApiError {
  return new ApiError('invalid_body', { issues: [{ path, message }] });
}
