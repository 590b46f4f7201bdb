// What is held of an organisation or a person, given out and erased.
import {
  ERASE_ORGANIZATION,
  ERASE_OUTBOX,
  ERASE_PERSON,
  ERASE_WORKS,
  PAGED_DATA,
  RENAME_IN_ACTIONS,
  RENAME_ORGANIZATION,
  WHOLE_DATA,
} from '../../shared/personal-data.ts';
import type { DataRow, PagedKind, WholeKind } from '../../shared/personal-data.ts';
import type { PostgresContext } from '../engine/context.ts';

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
  await runAll(context, [RENAME_ORGANIZATION], [organizationId, now.slug, now.name]);
}

export const renameInActions = (context: PostgresContext, before: string, after: string): Promise<void> =>
  runAll(context, [RENAME_IN_ACTIONS], [JSON.stringify(before), JSON.stringify(after)]);

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
