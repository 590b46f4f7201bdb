// The calls of the plugin by name (docs/site-protocol.md): bodies out, answers checked against their schema. How a call gets to the
// site is the carrier's business.
import type { z } from 'zod';
import {
  AckAnswer,
  AckedChangesAnswer,
  ChangesAnswer,
  PeekAnswer,
  PollAnswer,
  ReviewAnswer,
  SavedAnswer,
} from '../types/site.ts';
import type { Ack, ReviewResult } from '../types/site.ts';
import type { SendCall, VerifiedAnswer } from './direct-carrier.ts';
import { SiteError } from './site-error.ts';

/** The site's own count of polls, which the service heard last, and a number that rises with each report. */
export type ReportOrder = { beat: number; number: number };
type PageRequest = { limit: number; skip?: string[] };
export type SiteClient = ReturnType<typeof createSiteClient>;

export function createSiteClient(send: SendCall) {
  const call = async <S extends z.ZodType>(name: string, body: object, schema: S): Promise<z.output<S>> =>
    parseAnswer(schema, await send(name, JSON.stringify(body)), name);

  return {
    poll: (body: object) => call('poll', body, PollAnswer),
    /** The next page; `acks` are acknowledged when this resolves. */
    changes: (request: PageRequest & { acks?: Ack[] }): Promise<ChangesAnswer> =>
      call('changes', request, request.acks === undefined ? ChangesAnswer : AckedChangesAnswer),
    /** The next works by id alone. */
    peek: async (request: PageRequest) =>
      (await call('changes', { ...request, peek: true }, PeekAnswer)).waiting,
    ack: (acks: Ack[]) => call('ack', { acks }, AckAnswer),
    /** `order`: a report is refused that was made before one that the site has. */
    report: (works: object[], order: ReportOrder) => call('report', { ...order, works }, SavedAnswer),
    /** Brings results of the comparison, and asks for the works to compare next. */
    review: (request: { limit: number; sample: number; results: ReviewResult[] }) =>
      call('review', request, ReviewAnswer),
    event: (events: object[]) => call('event', { events }, SavedAnswer),
  };
}

/** The answer as its schema reads it; throws a SiteError where it is not as agreed. */
export function parseAnswer<S extends z.ZodType>(
  schema: S,
  answer: VerifiedAnswer,
  name: string,
): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(answer.body.toString('utf8'));
  } catch {
    throw new SiteError('bad_answer', `The site's answer to ${name} is not JSON.`, answer.status);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SiteError(
    'bad_answer',
    `The site's answer to ${name} is not as agreed at "${issue?.path.join('.')}": ${issue?.message}.`,
  );
}
