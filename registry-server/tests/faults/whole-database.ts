// A database as text, every row of every table, in which ids, numbers and times are renamed by their order: two databases in which the
// same things happened are equal.

/** Rows of each table, as JSON. */
export type Tables = Record<string, string[]>;

const RANKED = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  /\b(?:ins_)?[0-9a-f]{24,32}\b/g,
  // Art IDs.
  /(?:AREG-|\b)1\d{5}\b/g,
  // Microseconds, and milliseconds.
  /\b1[78]\d{14}\b/g,
  /\b1[78]\d{11}\b/g,
  /\b20\d\d-\d\d-\d\dT[\d:.]+Z/g,
];
/** Made from random bytes by a function that keeps no order. */
const SECRET =
  /"(hash|prefix|key_prefix|secret|sealed_key|token_hash|signature|fingerprint_hash|document|public_key)": ?"[^"]*"/g;
/** Numbers that a failure may skip, of one table each. */
const SKIPPED = /"(seq|number|event_seq|id|medium_id)": ?(\d+)/g;

const SHOWN_ONCE = /\b(areg|whsec|opl)_[\w+/=-]+/g;

export function rename(text: string): string {
  return RANKED.reduce(
    byOrder,
    text.replace(OF_A_CACHE, '').replace(SECRET, '"$1":"…"').replace(SHOWN_ONCE, '$1_…'),
  );
}

function byOrder(text: string, pattern: RegExp): string {
  const digits = (found: string) => found.replace('AREG-', '');
  const found = [...new Set((text.match(pattern) ?? []).map(digits))].sort();
  const names = new Map(found.map((value, index) => [value, `#${index}`]));
  return text.replace(pattern, (value) => names.get(digits(value)) ?? value);
}

/** The same without what tells which was first. */
export const withoutOrder = (renamed: string): string =>
  renamed
    .replace(/#\d+|"(seq|number|event_seq|id|medium_id)": ?\d+/g, '#')
    .split('\n')
    .sort()
    .join('\n');

/** Move with each statement that changes a list: more often where each work has one to itself. */
const OF_A_CACHE = /"(?:list|content)_version": ?\d+/g;

/** What may differ where nothing has happened: numbers that were taken and given back. */
const MAY_GROW = new Set(['counters', 'issued', 'sqlite_sequence']);

/** Everything but the tables `apart`, as one text for each table. */
export function contentOf(tables: Tables, apart: readonly string[] = []): Record<string, string> {
  const names = Object.keys(tables).filter((name) => !MAY_GROW.has(name) && !apart.includes(name));
  const rows = names.map((name) => (tables[name] ?? []).map(withoutGaps(tables[name] ?? [])).join('\n'));
  const renamed = rename(rows.join('\n\n')).split('\n\n');
  return Object.fromEntries(
    renamed.map((text, index) => [names[index] ?? '', text.split('\n').sort().join('\n')]),
  );
}

/** The tables that differ, with their rows. */
export function differenceOf(one: Record<string, string>, other: Record<string, string>): string | undefined {
  const differing = Object.keys(one).filter((name) => one[name] !== other[name]);
  if (differing.length === 0) return undefined;
  return differing
    .map((name) => `${rowsOnlyIn(one, other, name, '-')}${rowsOnlyIn(other, one, name, '+')}`)
    .join('');
}

function rowsOnlyIn(
  one: Record<string, string>,
  other: Record<string, string>,
  name: string,
  sign: string,
): string {
  const rest = (other[name] ?? '').split('\n');
  const rows = (one[name] ?? '').split('\n').filter((row) => !rest.includes(row));
  return rows.map((row) => `\n${sign} ${name}: ${row.slice(0, 200)}`).join('');
}

function withoutGaps(rows: string[]): (row: string) => string {
  const known = new Map<string, number[]>();
  for (const row of rows)
    for (const [, name = '', value] of row.matchAll(SKIPPED))
      known.set(name, [...(known.get(name) ?? []), Number(value)]);
  const order = new Map<string, Map<number, number>>();
  for (const [name, values] of known)
    order.set(
      name,
      new Map([...new Set(values)].sort((a, b) => a - b).map((value, index) => [value, index])),
    );
  return (row) =>
    row.replace(SKIPPED, (_, name: string, value) => `"${name}":${order.get(name)?.get(Number(value))}`);
}
