// Times, counts and states as the console shows them.
import { html } from '#kit/html';
import type { Html } from '#kit/html';

/** A time in UTC, to the minute; null is shown as a dash. */
export function timeOf(ms: number | null): Html {
  if (ms === null) return html`<span class="soft">–</span>`;
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`;
}

export function timeOfMicros(micros: number | null): Html {
  return timeOf(micros === null ? null : Math.floor(micros / 1000));
}

export function count(number: number): string {
  return number.toLocaleString('en');
}

/** `3 failed deliveries`, `1 failed delivery`. */
export function counted(number: number, one: string, many: string): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** `12 s`, `5 min`, `3 h`, `2 days`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

const BAD_STATES: ReadonlySet<string> = new Set([
  'failed',
  'expired',
  'paused',
  'revoked',
  'inactive',
  'erasing',
  'rejected',
]);
const GOOD_STATES: ReadonlySet<string> = new Set(['delivered', 'active', 'valid', 'approved', 'issued']);

/** The word carries the meaning; colour only helps. */
export function stateOf(state: string): Html {
  const tone = BAD_STATES.has(state) ? 'bad' : GOOD_STATES.has(state) ? 'good' : '';
  return html`<span class="keep ${tone}">${state}</span>`;
}
