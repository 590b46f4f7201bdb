// What was typed and not saved yet: work → field → text. No network, no words.
import { FIELDS, type FieldName, type FixRow, type Save, type Texts } from './api.ts';

export type Edits = Record<string, Texts>;

export const valueOf = (edits: Edits, row: FixRow, field: FieldName): string =>
  edits[row.external_id]?.[field] ?? row.fields[field].value;

/** A text that is what the work says already is not an edit. */
export function withText(edits: Edits, row: FixRow, field: FieldName, text: string): Edits {
  const { [field]: _former, ...others } = edits[row.external_id] ?? {};
  const texts: Texts = text === row.fields[field].value ? others : { ...others, [field]: text };
  const { [row.external_id]: _was, ...rest } = edits;
  return Object.keys(texts).length === 0 ? rest : { ...rest, [row.external_id]: texts };
}

/** What is left to save after works were saved: what was typed into one of them meanwhile stays. */
export function withoutSaved(edits: Edits, saves: Save[], isSaved: (id: string) => boolean): Edits {
  const sent = new Map(saves.map((save) => [String(save.id), 'fields' in save ? save.fields : {}]));
  const left: Edits = {};
  for (const [id, texts] of Object.entries(edits)) {
    const fields = FIELDS.filter(
      (field) => texts[field] !== undefined && !(isSaved(id) && texts[field] === (sent.get(id) ?? {})[field]),
    );
    if (fields.length > 0) left[id] = Object.fromEntries(fields.map((field) => [field, texts[field]]));
  }
  return left;
}

/** The same text for every work whose field can be changed. */
export function withAll(edits: Edits, rows: FixRow[], field: FieldName, text: string): Edits {
  return rows
    .filter((row) => row.fields[field].can_edit)
    .reduce((next, row) => withText(next, row, field, text), edits);
}

/** A block of cells as a spreadsheet puts it on the clipboard; null: an ordinary text for one cell. */
export function cellsOf(clipboard: string): string[][] | null {
  const text = clipboard.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/[\t\n]/.test(text)) return null;
  return text.split('\n').map((line) => line.split('\t').map(unquoted));
}

/** A cell with a line break or a quote comes in quotes. */
const unquoted = (cell: string) => {
  const text = /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  return text.trim();
};

/** Puts a block of cells in, from this cell on to the right and below; what stands beyond the last row or column is left out. */
export function withCells(
  edits: Edits,
  rows: FixRow[],
  start: { row: number; field: FieldName },
  cells: string[][],
): Edits {
  const from = FIELDS.indexOf(start.field);
  let next = edits;
  for (const [down, line] of cells.entries()) {
    const row = rows[start.row + down];
    if (row === undefined) break;
    for (const [across, text] of line.entries()) {
      const field = FIELDS[from + across];
      if (field !== undefined && row.fields[field].can_edit) next = withText(next, row, field, text);
    }
  }
  return next;
}
