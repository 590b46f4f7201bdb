// Where the engines need other words for the same thing: each difference, once, with its reason. A text that holds one is
// made for both when the program starts (`forBoth`), so that it stays a constant.
export type Engine = 'sqlite' | 'postgres';

export type Dialect = {
  /** A column that is 1 or 0 on SQLite, which serves a condition from an index `WHERE is_public = 1` only if it has the same words. */
  isTrue(column: string): string;
  isFalse(column: string): string;
  /** Keeps the rows that are read from all others until the unit ends. SQLite has one writer, so they are. */
  locked(select: string): string;
  /** The text of the column is `parameter`. PostgreSQL indexes the hash of a long text, because an entry has 2,700 bytes at most. */
  same(column: string, parameter: string): string;
  /** What a unique index of such a column is on, for ON CONFLICT. */
  uniqueOn(column: string): string;
  /**
   * The column has one of the values that `select` gives. PostgreSQL may read a whole table to join it with a subselect; the
   * elements of an array it looks up in the index.
   */
  among(column: string, select: string): string;
  /** Where the text begins in the column, from 1; 0: it is not in it. */
  placeIn(column: string, parameter: string): string;
  /** A select of the texts in a JSON array. */
  textsOf(parameter: string): string;
  /** Sorted by bytes, as SQLite sorts; PostgreSQL sorts by the locale of the database. */
  bytewise(column: string): string;
  /** Where deliveries are: PostgreSQL moves those that ended to a table of their own. */
  deliveryTables: readonly string[];
  /** All of them. */
  deliveryHistory: string;
  /** Of `deliveries`: waits, and no other of its resource is before it. */
  isNextInLane: string;
  /**
   * Whether the JSON object of a text column has this field. SQLite's `->` takes text; PostgreSQL's wants json, a type that SQLite
   * would read as a number.
   */
  hasField(column: string, name: string): string;
};

const DIALECTS: Readonly<Record<Engine, Dialect>> = {
  sqlite: {
    isTrue: (column) => `${column} = 1`,
    isFalse: (column) => `${column} = 0`,
    locked: (select) => select,
    same: (column, parameter) => `${column} = ${parameter}`,
    uniqueOn: (column) => column,
    among: (column, select) => `${column} IN (${select})`,
    placeIn: (column, parameter) => `instr(${column}, ${parameter})`,
    textsOf: (parameter) => `SELECT value FROM json_each(${parameter})`,
    bytewise: (column) => column,
    deliveryTables: ['deliveries'],
    deliveryHistory: 'deliveries',
    isNextInLane: `status = 'pending' AND is_next = 1`,
    hasField: (column, name) => `${column} -> '${name}' IS NOT NULL`,
  },
  postgres: {
    isTrue: (column) => column,
    isFalse: (column) => `NOT ${column}`,
    locked: (select) => `${select} FOR UPDATE`,
    same: (column, parameter) => `md5(${column}) = md5(${parameter}) AND ${column} = ${parameter}`,
    uniqueOn: (column) => `(md5(${column}))`,
    among: (column, select) => `${column} = ANY(ARRAY(${select}))`,
    placeIn: (column, parameter) => `strpos(${column}, ${parameter})`,
    textsOf: (parameter) => `SELECT json_array_elements_text(${parameter}::json)`,
    bytewise: (column) => `${column} COLLATE "C"`,
    deliveryTables: ['deliveries', 'finished_deliveries'],
    deliveryHistory: 'delivery_history',
    isNextInLane: 'is_next',
    hasField: (column, name) => `${column}::json -> '${name}' IS NOT NULL`,
  },
};

/** A text, or several, in the words of each engine: `TEXT[context.engine]`. */
export const forBoth = <Texts>(make: (dialect: Dialect) => Texts): Readonly<Record<Engine, Texts>> => ({
  sqlite: make(DIALECTS.sqlite),
  postgres: make(DIALECTS.postgres),
});
