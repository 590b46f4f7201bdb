import type { Answer } from './network.ts';

/** What came of a call: an answer, or none. */
export type Answered = { status: number; headers: Answer['headers']; json: unknown; text: string };
export type Outcome = Answered | { lost: string };

export const isAnswered = (outcome: Outcome): outcome is Answered => 'status' in outcome;

/** Anything else came from somebody on the way. */
export const isOfRegistry = ({ headers }: Answered): boolean =>
  headers['x-registry-api-version'] !== undefined;
