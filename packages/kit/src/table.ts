/** One line per row, columns aligned. */
export function table(rows: (string | number | null)[][], empty: string): string {
  if (rows.length === 0) return empty;
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '-').length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => String(cell ?? '-').padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
