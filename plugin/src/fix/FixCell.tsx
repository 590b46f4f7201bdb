// One cell of the editable list: a text, or why it cannot be changed here. Arrow keys go up and down, a block from a spreadsheet is put in.
import { __, sprintf } from '@wordpress/i18n';
import type { FieldName, FixRow } from './api.ts';
import { cellsOf } from './edits.ts';

interface Props {
  row: FixRow;
  at: number;
  field: FieldName;
  label: string;
  text: string;
  /** Whether it was typed and is not saved yet. */
  isChanged: boolean;
  onText: (text: string) => void;
  onCells: (cells: string[][]) => void;
}

export const cellId = (at: number, field: FieldName) => `areg-fix-${at}-${field}`;

export function FixCell({ row, at, field, label, text, isChanged, onText, onCells }: Props) {
  const { can_edit: canEdit, issue } = row.fields[field];
  if (!canEdit) {
    return (
      <span className="areg-fix-fixed">
        {text || '–'}
        <span className="screen-reader-text">
          {' '}
          {__('(cannot be changed here)', 'artwork-registry-connector')}
        </span>
      </span>
    );
  }
  const isWrong = issue !== null && !isChanged;
  const go = (event: React.KeyboardEvent) => {
    const down = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = down === 0 ? null : document.getElementById(cellId(at + down, field));
    if (next === null) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <>
      <input
        id={cellId(at, field)}
        type="text"
        className={isWrong ? 'is-wrong' : isChanged ? 'is-changed' : ''}
        value={text}
        list={field === 'artist_name' ? 'areg-fix-artists' : undefined}
        autoComplete="off"
        /* translators: 1: name of a field, such as Artist, 2: title of a work. */
        aria-label={sprintf(__('%1$s of %2$s', 'artwork-registry-connector'), label, row.title)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${cellId(at, field)}-issue` : undefined}
        placeholder={
          /* translators: In an empty field. */
          field === 'size' ? __('such as 30 × 40 cm', 'artwork-registry-connector') : ''
        }
        onChange={(event) => onText(event.target.value)}
        onKeyDown={go}
        onPaste={(event) => {
          const cells = cellsOf(event.clipboardData.getData('text/plain'));
          if (cells === null) return;
          event.preventDefault();
          onCells(cells);
        }}
      />
      {isWrong && (
        <span className="areg-fix-issue" id={`${cellId(at, field)}-issue`}>
          {issue}
        </span>
      )}
    </>
  );
}
