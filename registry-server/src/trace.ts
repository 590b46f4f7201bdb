// W3C Trace Context: the trace of the request that is being answered. It is known without being handed from call to call, goes
// with a write to the storage (shared/remote.ts), lies with the events that the write makes, and leaves with their webhooks.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Version 00: trace, span and flags. The trace is the same in all programs that a request passes. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const current = new AsyncLocalStorage<string>();

/** The trace, 32 hexadecimal digits, that a `traceparent` names; undefined for anything that is not one. */
export function traceOf(traceparent: string | string[] | undefined): string | undefined {
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined;
}

/** Runs `next` and all that it awaits as a part of this trace. */
export function inTrace(trace: string, next: () => void): void {
  current.run(trace, next);
}

export function currentTrace(): string | undefined {
  return current.getStore();
}

/** What a call of ours says of the trace that it belongs to: a span of its own, sampled as far as we know. */
export function traceparentOf(trace: string): string {
  return `00-${trace}-${randomBytes(8).toString('hex')}-01`;
}
