// What is held of an organisation or a person, given out and erased.
import type { ActionReferences, ActionSubject } from '../operator-records.ts';
import {
  ACTION_SUBJECT,
  ACTIONS_OF,
  ERASE_ORGANIZATION,
  ERASE_PERSON,
  ERASE_WORK,
  eraseOutboxFrom,
  PAGED_DATA,
  reducedDetails,
  RENAME_ORGANIZATION,
  WHOLE_DATA,
} from '../shared/personal-data.ts';
import type { ActionsOf, DataRow, PagedKind, WholeKind } from '../shared/personal-data.ts';
import { forBoth } from './dialect.ts';
import type { Portable, Value } from './portable.ts';

export const readDataPage = (
  { all }: Portable,
  kind: PagedKind,
  organizationId: string,
  after: number,
  limit: number,
): Promise<DataRow[]> => all(PAGED_DATA[kind], [organizationId, after, limit]);

export const readData = ({ all }: Portable, kind: WholeKind, of: string): Promise<DataRow[]> =>
  all(WHOLE_DATA[kind], [of]);

export async function erasePerson(context: Portable, email: string, readersId: string): Promise<void> {
  await erase(context, ERASE_PERSON, [email, context.nowMs * 1000, readersId]);
  context.noteErasure();
}

export const eraseWork = (context: Portable, number: number): Promise<void> =>
  erase(context, ERASE_WORK, [number, context.nowMs * 1000]);

const ERASE_OUTBOX = forBoth(({ deliveryTables }) => eraseOutboxFrom(deliveryTables));

export const eraseOutbox = (context: Portable, organizationId: string): Promise<void> =>
  erase(context, ERASE_OUTBOX[context.engine], [organizationId]);

export async function eraseOrganization(
  context: Portable,
  organizationId: string,
  now: { slug: string; name: string },
): Promise<void> {
  const nowMicros = context.nowMs * 1000;
  await eraseOutbox(context, organizationId);
  await erase(context, ERASE_ORGANIZATION, [organizationId, nowMicros]);
  await erase(context, [RENAME_ORGANIZATION], [organizationId, now.slug, now.name, context.tick()]);
  context.noteErasure();
}

export async function findActionSubject(
  { first }: Portable,
  { organization, profile, key, webhook, artwork, certificate, request }: ActionReferences,
): Promise<ActionSubject> {
  const named = [organization, profile, key, webhook, artwork, certificate, request];
  return (await first<ActionSubject>(
    ACTION_SUBJECT,
    named.map((value) => value ?? null),
  ))!;
}

const ACTIONS = forBoth(({ locked }) => ({
  organization: locked(`${ACTIONS_OF.organization} ORDER BY seq`),
  access_request: locked(`${ACTIONS_OF.access_request} ORDER BY seq`),
}));

/** Locks them: one that ends meanwhile writes its details first, or finds them reduced. */
export async function reduceActions(context: Portable, of: ActionsOf, id: string): Promise<void> {
  const actions = await context.all<{ seq: number; details: string }>(ACTIONS[context.engine][of], [id]);
  for (const { seq, details } of actions)
    await erase(
      context,
      ['UPDATE operator_actions SET details = $2 WHERE seq = $1'],
      [seq, reducedDetails(details, { [of]: id })],
    );
}

/** A statement takes as many of the values as it names; PostgreSQL wants their numbers without a gap. */
async function erase(context: Portable, texts: readonly string[], values: Value[]): Promise<void> {
  for (const text of texts) {
    const named = [...new Set([...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number)))];
    const dense = text.replaceAll(/\$(\d)/g, (_, number) => `$${named.indexOf(Number(number)) + 1}`);
    await context.run(
      dense,
      named.map((number) => values[number - 1]!),
    );
  }
}
