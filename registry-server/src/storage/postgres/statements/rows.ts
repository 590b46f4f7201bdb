// Many rows in one statement. They cross as one JSON text, from which the statement reads the fields that it names: so a
// statement has one text, and is prepared once, for however many rows.
import { storableText } from '../../shared/storable-text.ts';

/** Fields and their types. */
export type Fields = Readonly<Record<string, string>>;

/** What `rowsJson` made, as a table named `given`. */
export const givenRows = (parameter: string, fields: Fields): string =>
  `json_to_recordset(${parameter}::json) AS given (${Object.entries(fields)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

/** Fields of one type. */
export const fieldsOf = (type: string, names: string): Fields =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

// NUL, and half of a pair of surrogates: neither can be part of a text of PostgreSQL.
const UNSTORABLE = /\\u(0000|d[89a-f])/;

export function rowsJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? storableText(value).toWellFormed() : value,
  );
}
