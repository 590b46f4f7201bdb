// What is held of an organisation or a person, given out and erased.
import {
  ACTION_SUBJECT,
  ACTIONS_OF,
  ERASE_ORGANIZATION,
  ERASE_PERSON,
  ERASE_WORKS,
  eraseOutboxFrom,
  PAGED_DATA,
  reducedDetails,
  RENAME_ORGANIZATION,
  WHOLE_DATA,
} from '../../shared/personal-data.ts';
import type { ActionReferences, ActionSubject } from '../../operator-records.ts';
import type { ActionsOf, DataRow, PagedKind, WholeKind } from '../../shared/personal-data.ts';
import type { PostgresContext } from '../engine/context.ts';
import { DELIVERY_TABLES } from './webhooks.ts';

const ERASE_OUTBOX = eraseOutboxFrom(DELIVERY_TABLES);

export const readDataPage = (
  { connection }: PostgresContext,
  kind: PagedKind,
  organizationId: string,
  after: number,
  limit: number,
): Promise<DataRow[]> => connection.query(PAGED_DATA[kind], [organizationId, after, limit]);

export const readData = ({ connection }: PostgresContext, kind: WholeKind, of: string): Promise<DataRow[]> =>
  connection.query(WHOLE_DATA[kind], [of]);

export const erasePerson = (context: PostgresContext, email: string, readersId: string): Promise<void> =>
  runAll(context, ERASE_PERSON, [email, context.nowMs * 1000, readersId]);

export const eraseWorks = (
  context: PostgresContext,
  organizationId: string,
  from: number,
  to: number,
): Promise<void> => runAll(context, ERASE_WORKS, [organizationId, context.nowMs * 1000, from, to]);

export const eraseOutbox = (context: PostgresContext, organizationId: string): Promise<void> =>
  runAll(context, ERASE_OUTBOX, [organizationId]);

export async function eraseOrganization(
  context: PostgresContext,
  organizationId: string,
  now: { slug: string; name: string },
): Promise<void> {
  await runAll(context, ERASE_OUTBOX, [organizationId]);
  await runAll(context, ERASE_ORGANIZATION, [organizationId, context.nowMs * 1000]);
  await runAll(context, [RENAME_ORGANIZATION], [organizationId, now.slug, now.name, context.nowMs * 1000]);
}

export async function findActionSubject(
  { connection }: PostgresContext,
  { organization, profile, key, webhook, artwork, certificate, request }: ActionReferences,
): Promise<ActionSubject> {
  const values = [organization, profile, key, webhook, artwork, certificate, request];
  const found = values.map((value) => value ?? null);
  return (await connection.query<ActionSubject>(ACTION_SUBJECT, found))[0]!;
}

/** Locks them: one that ends meanwhile writes its details first, or finds them reduced. */
export async function reduceActions(
  { connection }: PostgresContext,
  of: ActionsOf,
  id: string,
): Promise<void> {
  const actions = await connection.query<{ seq: number; details: string }>(
    `${ACTIONS_OF[of]} ORDER BY seq FOR UPDATE`,
    [id],
  );
  await connection.run(
    `UPDATE operator_actions a SET details = reduced.details
     FROM unnest($1::bigint[], $2::text[]) AS reduced (seq, details) WHERE a.seq = reduced.seq`,
    [actions.map(({ seq }) => seq), actions.map(({ details }) => reducedDetails(details, { [of]: id }))],
  );
}

/** PostgreSQL wants the parameters of a statement without a gap, and their types. */
async function runAll(
  { connection }: PostgresContext,
  texts: readonly string[],
  values: (string | number)[],
): Promise<void> {
  for (const text of texts) {
    const named = [...new Set([...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number)))];
    const type = (number: number) => (typeof values[number - 1] === 'number' ? 'bigint' : 'text');
    const dense = text.replaceAll(
      /\$(\d)/g,
      (_, number: string) => `$${named.indexOf(Number(number)) + 1}::${type(Number(number))}`,
    );
    await connection.run(
      dense,
      named.map((number) => values[number - 1]),
    );
  }
}
