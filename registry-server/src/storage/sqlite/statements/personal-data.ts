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
import type { SqliteContext } from '../engine/context.ts';

const ERASE_OUTBOX = eraseOutboxFrom(['deliveries']);

export const readDataPage = (
  context: SqliteContext,
  kind: PagedKind,
  organizationId: string,
  after: number,
  limit: number,
): DataRow[] => rowsOf(context, PAGED_DATA[kind], [organizationId, after, limit]);

export const readData = (context: SqliteContext, kind: WholeKind, of: string): DataRow[] =>
  rowsOf(context, WHOLE_DATA[kind], [of]);

export const erasePerson = (context: SqliteContext, email: string, readersId: string): void =>
  runAll(context, ERASE_PERSON, [email, context.nowMs * 1000, readersId]);

export const eraseWorks = (context: SqliteContext, organizationId: string, from: number, to: number): void =>
  runAll(context, ERASE_WORKS, [organizationId, context.nowMs * 1000, from, to]);

export const eraseOutbox = (context: SqliteContext, organizationId: string): void =>
  runAll(context, ERASE_OUTBOX, [organizationId]);

export function eraseOrganization(
  context: SqliteContext,
  organizationId: string,
  now: { slug: string; name: string },
): void {
  runAll(context, ERASE_OUTBOX, [organizationId]);
  runAll(context, ERASE_ORGANIZATION, [organizationId, context.nowMs * 1000]);
  runAll(context, [RENAME_ORGANIZATION], [organizationId, now.slug, now.name, context.nowMs * 1000]);
}

export function findActionSubject(context: SqliteContext, named: ActionReferences): ActionSubject {
  const { organization, profile, key, webhook, artwork, certificate, request } = named;
  const values = [organization, profile, key, webhook, artwork, certificate, request];
  const found = values.map((value) => value ?? null);
  return context.sql<ActionSubject>(numbered(ACTION_SUBJECT)).get(namedBy(ACTION_SUBJECT, found))!;
}

export function reduceActions(context: SqliteContext, of: ActionsOf, id: string): void {
  const actions = context.sql<{ seq: number; details: string }>(numbered(ACTIONS_OF[of])).all({ value1: id });
  for (const { seq, details } of actions)
    runAll(
      context,
      ['UPDATE operator_actions SET details = $2 WHERE seq = $1'],
      [seq, reducedDetails(details, { [of]: id })],
    );
}

function rowsOf(context: SqliteContext, text: string, values: unknown[]): DataRow[] {
  return context.sql<DataRow>(numbered(text)).all(namedBy(text, values));
}

/** A statement takes as many of the values as it names. What it frees is overwritten, else the file and its backups would keep it. */
function runAll(context: SqliteContext, texts: readonly string[], values: unknown[]): void {
  context.db.pragma('secure_delete = ON');
  try {
    for (const text of texts) context.sql(numbered(text)).run(namedBy(text, values));
  } finally {
    context.db.pragma('secure_delete = OFF');
  }
}

const numbered = (text: string) => text.replaceAll(/\$(\d)/g, ':value$1');

const namedBy = (text: string, values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    [...text.matchAll(/\$(\d)/g)].map(([, number]) => [`value${number}`, values[Number(number) - 1]]),
  );
