// The operators by name, and what they did.
import type {
  ActionFilter,
  EndedAction,
  NewAction,
  Operator,
  OperatorChanges,
  RecordedAction,
} from '../../operator-records.ts';
import type { PostgresContext } from '../engine/context.ts';

const OPERATOR = 'name, role, password_hash AS "passwordHash", created_at AS "createdAt"';
const ACTION = 'seq, begun_at AS "begunAt", operator, via, action, details, outcome';

/** False if the name is taken. */
export async function insertOperator(
  { connection, nowMs }: PostgresContext,
  { name, role, passwordHash }: Omit<Operator, 'createdAt'>,
): Promise<boolean> {
  const inserted = await connection.run(
    `INSERT INTO operators (name, role, password_hash, created_at, changed_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT DO NOTHING`,
    [name, role, passwordHash, nowMs * 1000],
  );
  return inserted > 0;
}

export async function updateOperator(
  { connection, nowMs }: PostgresContext,
  name: string,
  { role, passwordHash }: OperatorChanges,
): Promise<boolean> {
  const updated = await connection.run(
    `UPDATE operators SET role = coalesce($1, role), password_hash = coalesce($2, password_hash), changed_at = $4
     WHERE name = $3`,
    [role ?? null, passwordHash ?? null, name, nowMs * 1000],
  );
  return updated > 0;
}

export async function removeOperator({ connection }: PostgresContext, name: string): Promise<boolean> {
  return (await connection.run('DELETE FROM operators WHERE name = $1', [name])) > 0;
}

export async function findOperator(
  { connection }: PostgresContext,
  name: string,
): Promise<Operator | undefined> {
  const [row] = await connection.query<Operator>(`SELECT ${OPERATOR} FROM operators WHERE name = $1`, [name]);
  return row;
}

export async function listOperators({ connection }: PostgresContext): Promise<Operator[]> {
  return connection.query<Operator>(`SELECT ${OPERATOR} FROM operators ORDER BY name`, []);
}

/** Its number, for the end. */
export async function beginAction(
  { connection, nowMs }: PostgresContext,
  { operator, via, action, details, organizationId, requestId }: NewAction,
): Promise<number> {
  const [row] = await connection.query<{ seq: number }>(
    `INSERT INTO operator_actions (begun_at, operator, via, action, details, organization_id, access_request_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING seq`,
    [nowMs * 1000, operator, via, action, details, organizationId, requestId],
  );
  return row!.seq;
}

export async function endAction(
  { connection }: PostgresContext,
  seq: number,
  { outcome, details, organizationId, requestId }: EndedAction,
): Promise<void> {
  await connection.run(
    // An erasure has reduced the details of what it concerns, and they stay so.
    `UPDATE operator_actions SET outcome = $2,
       details = CASE WHEN details::jsonb -> 'erased' IS NULL THEN coalesce($3, details) ELSE details END,
       organization_id = coalesce(organization_id, $4), access_request_id = coalesce(access_request_id, $5)
     WHERE seq = $1 AND outcome IS NULL`,
    [seq, outcome, details, organizationId, requestId],
  );
}

/** Newest first. */
export async function listActions(
  { connection }: PostgresContext,
  filter: ActionFilter,
): Promise<RecordedAction[]> {
  const wanted = filter.text === undefined ? null : `%${filter.text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return connection.query<RecordedAction>(
    `SELECT ${ACTION} FROM operator_actions
     WHERE seq < $1 AND begun_at >= $2 AND ($3::text IS NULL OR operator = $3)
       AND ($4::text IS NULL OR action ILIKE $4 OR details ILIKE $4)
     ORDER BY seq DESC LIMIT $5`,
    [
      filter.beforeSeq ?? Number.MAX_SAFE_INTEGER,
      filter.since ?? 0,
      filter.operator ?? null,
      wanted,
      filter.limit,
    ],
  );
}
