// Where the engines need other words for the same thing: each difference, once, with its reason. A text that holds one is
// made for both when the program starts (`forBoth`), so that it stays a constant.
export type Engine = 'sqlite' | 'postgres';

export type Dialect = {
  /**
   * Whether the JSON object of a text column has this field. SQLite's `->` takes text; PostgreSQL's wants json, a type that SQLite
   * would read as a number.
   */
  hasField(column: string, name: string): string;
};

const DIALECTS: Readonly<Record<Engine, Dialect>> = {
  sqlite: {
    hasField: (column, name) => `${column} -> '${name}' IS NOT NULL`,
  },
  postgres: {
    hasField: (column, name) => `${column}::json -> '${name}' IS NOT NULL`,
  },
};

/** A text, or several, in the words of each engine: `TEXT[context.engine]`. */
export const forBoth = <Texts>(make: (dialect: Dialect) => Texts): Readonly<Record<Engine, Texts>> => ({
  sqlite: make(DIALECTS.sqlite),
  postgres: make(DIALECTS.postgres),
});
