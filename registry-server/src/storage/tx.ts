// The port between the rules of the registry (domain/) and an engine: what a rule may ask inside one unit of work.
import type { ErrorCode, ErrorIssue } from '@artwork-registry/contract';
import type { Refusal } from './records.ts';

/** Thrown inside a unit of work to undo it and answer with an API error. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(code: ErrorCode, message?: string, issues?: ErrorIssue[]) {
    super(code);
    this.refusal = { ok: false, code, message, issues };
  }
}
