// Problems that the operators hear of: one letter each, and no other until it has been gone for an hour. A problem of the machine names it,
// because each instance looks at its own.
import { LIMITS } from '@artwork-registry/contract';
import type { Backlog, EndpointHealth } from '../storage/operator-records.ts';
import { lines } from './letters.ts';
import type { Letter, LetterPlace } from './letters.ts';

/** What a check of the machine found: `detail` says what to do. */
export type HostProblem = { name: string; detail: string };

export type Situation = { backlog: Backlog; endpoints: EndpointHealth[]; host: string; found: HostProblem[] };

/** A problem that comes and goes is told once: again only after it was gone for so long. */
export const CLEARED_MS = 3_600_000;
/** Deliveries that are due for longer are a problem. */
const LATE_MS = 3_600_000;
const PROBLEM = 'problem of';
const REGISTRY = `${PROBLEM} the registry: `;

/** What this process decides about begins with one of these. */
export const problemScopes = (host: string): string[] => [REGISTRY, `${PROBLEM} ${host}: `];

export function problemLetters(situation: Situation, nowMs: number, place: LetterPlace): Letter[] {
  const { backlog, endpoints, host, found } = situation;
  const late = lateLetter(backlog, nowMs, place);
  const letters = [
    ...(late === undefined ? [] : [late]),
    ...endpoints.filter(isPausedByFailures).map((endpoint) => pausedLetter(endpoint, place)),
    ...found.map((problem) => hostLetter(host, problem, place)),
  ];
  const round = Math.floor(nowMs / CLEARED_MS);
  return letters.map((letter) => ({ ...letter, round }));
}

function lateLetter(
  { oldestDueAtMs, waiting }: Backlog,
  nowMs: number,
  { name, publicUrl }: LetterPlace,
): Letter | undefined {
  if (oldestDueAtMs === null || nowMs - oldestDueAtMs < LATE_MS) return undefined;
  const hours = Math.floor((nowMs - oldestDueAtMs) / 3_600_000);
  return {
    key: `${REGISTRY}deliveries are late`,
    to: null,
    subject: `${name}: webhook deliveries are late`,
    text: lines(
      `A delivery has been due for ${hours} h, and ${waiting} wait.`,
      'Usually one receiver does not answer. The console shows which one:',
      `${publicUrl}/operator/webhooks`,
    ),
  };
}

/** An operator who pauses a webhook, or restores a backup, knows it. */
const isPausedByFailures = ({ status, consecutiveFailures }: EndpointHealth) =>
  status === 'paused' && consecutiveFailures >= LIMITS.webhookPauseAfter;

function pausedLetter(
  { id, url, organizationSlug, consecutiveFailures, waiting }: EndpointHealth,
  { name, publicUrl }: LetterPlace,
): Letter {
  return {
    key: `${REGISTRY}webhook ${id} is paused`,
    to: null,
    subject: `${name}: a webhook of ${organizationSlug} is paused`,
    text: lines(
      `${url} failed ${consecutiveFailures} times in a row, so nothing more is sent to it.`,
      `Its events are kept; ${waiting} wait. Once the receiver works again, resume it:`,
      `${publicUrl}/operator/webhooks?org=${organizationSlug}`,
    ),
  };
}

function hostLetter(host: string, { name: what, detail }: HostProblem, { name }: LetterPlace): Letter {
  return {
    key: `${PROBLEM} ${host}: ${what}`,
    to: null,
    subject: `${name}: problem with the ${what}`,
    text: lines(`${what} on ${host}: ${detail}`, '', 'The command doctor checks everything.'),
  };
}
