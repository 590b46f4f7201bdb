// The operators by name, and what they did.
import { foldText } from '@artwork-registry/contract';
import type {
  ActionFilter,
  EndedAction,
  NewAction,
  Operator,
  OperatorChanges,
  RecordedAction,
} from '../operator-records.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';

const OPERATOR = 'name, role, password_hash AS "passwordHash", created_at AS "createdAt"';
const ACTION = 'seq, begun_at AS "begunAt", operator, via, action, details, outcome';

/** False if the name is taken. */
export async function insertOperator(
  { run, nowMs }: Portable,
  { name, role, passwordHash }: Omit<Operator, 'createdAt'>,
): Promise<boolean> {
  const inserted = await run(
    `INSERT INTO operators (name, role, password_hash, created_at, changed_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT DO NOTHING`,
    [name, role, passwordHash, nowMs * 1000],
  );
  return inserted > 0;
}

export async function updateOperator(
  { run, nowMs }: Portable,
  name: string,
  { role, passwordHash }: OperatorChanges,
): Promise<boolean> {
  const updated = await run(
    `UPDATE operators SET role = coalesce($1, role), password_hash = coalesce($2, password_hash), changed_at = $4
     WHERE name = $3`,
    [role ?? null, passwordHash ?? null, name, nowMs * 1000],
  );
  return updated > 0;
}

export async function removeOperator({ run }: Portable, name: string): Promise<boolean> {
  return (await run('DELETE FROM operators WHERE name = $1', [name])) > 0;
}

export function findOperator({ first }: Portable, name: string): Promise<Operator | undefined> {
  return first(`SELECT ${OPERATOR} FROM operators WHERE name = $1`, [name]);
}

export function listOperators({ all }: Portable): Promise<Operator[]> {
  return all(`SELECT ${OPERATOR} FROM operators ORDER BY name`);
}

/** Its number, for the end. */
export async function beginAction(
  { first, nowMs }: Portable,
  { operator, via, action, details, organizationId, requestId }: NewAction,
): Promise<number> {
  const inserted = await first<{ seq: number }>(
    `INSERT INTO operator_actions (begun_at, operator, via, action, details, organization_id, access_request_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING seq`,
    [nowMs * 1000, operator, via, action, details, organizationId, requestId],
  );
  return inserted!.seq;
}

// An erasure has reduced the details of what it concerns, and they stay so.
const END_ACTION = forBoth(
  ({ hasField }) => `UPDATE operator_actions SET outcome = $2,
     details = CASE WHEN ${hasField('details', 'erased')} THEN details ELSE coalesce($3, details) END,
     organization_id = coalesce(organization_id, $4), access_request_id = coalesce(access_request_id, $5)
   WHERE seq = $1 AND outcome IS NULL`,
);

export async function endAction(
  { run, engine }: Portable,
  seq: number,
  { outcome, details, organizationId, requestId }: EndedAction,
): Promise<void> {
  await run(END_ACTION[engine], [seq, outcome, details, organizationId, requestId]);
}

const LIST_ACTIONS = `SELECT ${ACTION} FROM operator_actions
  WHERE seq < $1 AND begun_at >= $2 AND (CAST($3 AS text) IS NULL OR operator = $3) ORDER BY seq DESC LIMIT $4`;

// Actions that are looked through at a time.
const PAGE = 500;

/**
 * Newest first. A text is looked for here, because the engines fold letters in their own ways: LIKE of SQLite folds ASCII only,
 * ILIKE of PostgreSQL what the locale of the database folds.
 */
export async function listActions({ all }: Portable, filter: ActionFilter): Promise<RecordedAction[]> {
  const { beforeSeq = Number.MAX_SAFE_INTEGER, since = 0, operator = null, text, limit } = filter;
  const page = (before: number, rows: number) =>
    all<RecordedAction>(LIST_ACTIONS, [before, since, operator, rows]);
  if (text === undefined) return page(beforeSeq, limit);
  const wanted = foldText(text);
  const found: RecordedAction[] = [];
  for (let before = beforeSeq; found.length < limit;) {
    const rows = await page(before, PAGE);
    found.push(...rows.filter((row) => foldText(`${row.action} ${row.details}`).includes(wanted)));
    if (rows.length < PAGE) break;
    before = rows.at(-1)!.seq;
  }
  return found.slice(0, limit);
}
