// The operators by name, and what they did.
import type {
  ActionFilter,
  EndedAction,
  NewAction,
  Operator,
  OperatorChanges,
  RecordedAction,
} from '../../operator-records.ts';
import type { SqliteContext } from '../engine/context.ts';

const OPERATOR = 'name, role, password_hash AS passwordHash, created_at AS createdAt';
const ACTION = 'seq, begun_at AS begunAt, operator, via, action, details, outcome';

/** False if the name is taken. */
export function insertOperator(
  context: SqliteContext,
  { name, role, passwordHash }: Omit<Operator, 'createdAt'>,
): boolean {
  const insert = context.sql(
    `INSERT INTO operators (name, role, password_hash, created_at, changed_at) VALUES (@name, @role, @passwordHash, @now, @now)
     ON CONFLICT DO NOTHING`,
  );
  return insert.run({ name, role, passwordHash, now: context.nowMs * 1000 }).changes > 0;
}

export function updateOperator(
  context: SqliteContext,
  name: string,
  { role, passwordHash }: OperatorChanges,
): boolean {
  const update = context.sql(
    `UPDATE operators SET role = coalesce(@role, role), password_hash = coalesce(@passwordHash, password_hash), changed_at = @now
     WHERE name = @name`,
  );
  const values = { name, role: role ?? null, passwordHash: passwordHash ?? null, now: context.nowMs * 1000 };
  return update.run(values).changes > 0;
}

export function removeOperator(context: SqliteContext, name: string): boolean {
  return context.sql('DELETE FROM operators WHERE name = ?').run(name).changes > 0;
}

export function findOperator(context: SqliteContext, name: string): Operator | undefined {
  return context.sql(`SELECT ${OPERATOR} FROM operators WHERE name = ?`).get(name) as Operator | undefined;
}

export function listOperators(context: SqliteContext): Operator[] {
  return context.sql(`SELECT ${OPERATOR} FROM operators ORDER BY name`).all() as Operator[];
}

/** Its number, for the end. */
export function beginAction(context: SqliteContext, action: NewAction): number {
  const insert = context.sql(
    `INSERT INTO operator_actions (begun_at, operator, via, action, details, organization_id, access_request_id)
     VALUES (@now, @operator, @via, @action, @details, @organizationId, @requestId)`,
  );
  return Number(insert.run({ ...action, now: context.nowMs * 1000 }).lastInsertRowid);
}

export function endAction(context: SqliteContext, seq: number, end: EndedAction): void {
  // An erasure has reduced the details of what it concerns, and they stay so.
  const update = context.sql(
    `UPDATE operator_actions SET outcome = @outcome,
       details = iif(json_type(details, '$.erased') IS NULL, coalesce(@details, details), details),
       organization_id = coalesce(organization_id, @organizationId), access_request_id = coalesce(access_request_id, @requestId)
     WHERE seq = @seq AND outcome IS NULL`,
  );
  update.run({ ...end, seq });
}

/** Newest first. */
export function listActions(context: SqliteContext, filter: ActionFilter): RecordedAction[] {
  const wanted = filter.text === undefined ? null : `%${filter.text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const list = context.sql(
    `SELECT ${ACTION} FROM operator_actions
     WHERE seq < ? AND begun_at >= ? AND (? IS NULL OR operator = ?)
       AND (? IS NULL OR action LIKE ? ESCAPE '\\' OR details LIKE ? ESCAPE '\\')
     ORDER BY seq DESC LIMIT ?`,
  );
  const { beforeSeq = Number.MAX_SAFE_INTEGER, since = 0, operator = null, limit } = filter;
  return list.all(beforeSeq, since, operator, operator, wanted, wanted, wanted, limit) as RecordedAction[];
}
