// Artworks that lack something, as a sheet: artist, year, medium and size of each, typed, pasted from a spreadsheet or applied to all.
import { Button, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { ProgressBar } from '../screen/ProgressBar.tsx';
import { FIELDS, type FieldName, type FixScope } from './api.ts';
import { valueOf, withAll, withCells, withText } from './edits.ts';
import './fix.css';
import { FixCell } from './FixCell.tsx';
import { useFix } from './use-fix.ts';

interface Props {
  scope: FixScope;
  onSaved: () => void;
  onClose: () => void;
}

export function labelsOf(): Record<FieldName, string> {
  return {
    artist_name: __('Artist', 'artwork-registry-connector'),
    year_created: __('Year', 'artwork-registry-connector'),
    medium: __('Medium', 'artwork-registry-connector'),
    size: __('Size', 'artwork-registry-connector'),
  };
}

export function FixGrid({ scope, onSaved, onClose }: Props) {
  const fix = useFix(scope, onSaved);
  const { page, edits, setEdits, progress } = fix;
  if (page === null) {
    return fix.error === null ? (
      <div className="areg-skeleton areg-skeleton-table" />
    ) : (
      <p role="alert">{fix.error}</p>
    );
  }
  const rows = page.works;
  const labels = labelsOf();
  const changed = Object.keys(edits).length;
  return (
    <>
      <p className="areg-card-intro">
        {__(
          'Type, or paste cells from a spreadsheet. Nothing is saved before you select Save; each artwork is saved on your site as its own editor does.',
          'artwork-registry-connector',
        )}
      </p>
      {page.total > rows.length && (
        <p>
          {sprintf(
            /* translators: 1: works shown, 2: works in all. */
            __(
              'The first %1$d of %2$d artworks. Save them, and open this list again for the next.',
              'artwork-registry-connector',
            ),
            rows.length,
            page.total,
          )}
        </p>
      )}
      <datalist id="areg-fix-artists">
        {page.artists.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <table
        className="areg-fix"
        onKeyDown={(event) => {
          // Escape closes the list of suggestions, and must not close this list with what was typed.
          if (event.key === 'Escape' && changed > 0) event.stopPropagation();
        }}
      >
        <thead>
          <tr>
            <th scope="col">{__('Title', 'artwork-registry-connector')}</th>
            {FIELDS.map((field) => (
              <th scope="col" key={field}>
                {labels[field]}
              </th>
            ))}
          </tr>
          <ForAll
            labels={labels}
            works={rows.length}
            onApply={(field, text) => setEdits(withAll(edits, rows, field, text))}
          />
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.external_id}>
              <th scope="row">
                <span className="areg-fix-title">
                  {row.image === null ? (
                    <span className="areg-no-image dashicons dashicons-format-image" aria-hidden="true" />
                  ) : (
                    <img src={row.image} alt="" width="32" height="32" loading="lazy" />
                  )}
                  {row.edit_url === null ? (
                    <bdi>{row.title}</bdi>
                  ) : (
                    <a href={row.edit_url} target="_blank" rel="noreferrer">
                      <bdi>{row.title}</bdi>
                    </a>
                  )}
                </span>
                {fix.errors[row.external_id] !== undefined && (
                  <span className="areg-fix-issue">{fix.errors[row.external_id]}</span>
                )}
              </th>
              {FIELDS.map((field) => (
                <td key={field} data-label={labels[field]}>
                  <FixCell
                    row={row}
                    at={at}
                    field={field}
                    label={labels[field]}
                    text={valueOf(edits, row, field)}
                    isChanged={edits[row.external_id]?.[field] !== undefined}
                    onText={(text) => setEdits(withText(edits, row, field, text))}
                    onCells={(cells) => setEdits(withCells(edits, rows, { row: at, field }, cells))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {progress !== null && (
        <ProgressBar
          label={__('Saving artworks', 'artwork-registry-connector')}
          done={progress.done}
          total={progress.total}
        />
      )}
      {/* Beside Save, where the owner is when it appears. */}
      <Outcome fix={fix} />
      <div className="areg-buttons">
        <Button
          variant="primary"
          disabled={changed === 0 || progress !== null}
          accessibleWhenDisabled
          onClick={fix.save}
        >
          {changed === 0
            ? __('Save', 'artwork-registry-connector')
            : sprintf(
                /* translators: %d: number of works. */
                _n('Save %d artwork', 'Save %d artworks', changed, 'artwork-registry-connector'),
                changed,
              )}
        </Button>
        <Button variant="tertiary" onClick={onClose}>
          {__('Close', 'artwork-registry-connector')}
        </Button>
      </div>
    </>
  );
}

interface ForAllProps {
  labels: Record<FieldName, string>;
  works: number;
  onApply: (field: FieldName, text: string) => void;
}

/** One text for a whole column. */
function ForAll({ labels, works, onApply }: ForAllProps) {
  const [texts, setTexts] = useState<Partial<Record<FieldName, string>>>({});
  if (works < 2) return null;
  /* translators: %d: number of works, two or more. */
  const all = sprintf(__('All %d artworks', 'artwork-registry-connector'), works);
  return (
    <tr className="areg-fix-all">
      <th scope="row">{all}</th>
      {FIELDS.map((field) => (
        <td key={field} data-label={labels[field]}>
          <span className="areg-fix-apply">
            <input
              type="text"
              value={texts[field] ?? ''}
              list={field === 'artist_name' ? 'areg-fix-artists' : undefined}
              autoComplete="off"
              /* translators: %s: name of a field, such as Artist. */
              aria-label={sprintf(__('%s of all artworks', 'artwork-registry-connector'), labels[field])}
              onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
            />
            <Button
              variant="tertiary"
              size="compact"
              disabled={(texts[field] ?? '') === ''}
              accessibleWhenDisabled
              /* translators: 1: name of a field, such as Artist, 2: number of works. */
              aria-label={sprintf(
                __('Apply %1$s to all %2$d', 'artwork-registry-connector'),
                labels[field],
                works,
              )}
              onClick={() => onApply(field, texts[field] ?? '')}
            >
              {__('Apply', 'artwork-registry-connector')}
            </Button>
          </span>
        </td>
      ))}
    </tr>
  );
}

function Outcome({ fix }: { fix: ReturnType<typeof useFix> }) {
  const failures = Object.keys(fix.errors).length;
  return (
    <div role="status">
      {fix.error !== null && (
        <Notice status="error" isDismissible={false}>
          {fix.error}
        </Notice>
      )}
      {fix.saved.length > 0 && (
        <Notice
          className="areg-fix-saved"
          status="success"
          isDismissible={false}
          actions={[{ label: __('Undo', 'artwork-registry-connector'), onClick: fix.undo }]}
        >
          {sprintf(
            /* translators: %d: number of works. */
            _n(
              '%d artwork is saved.',
              '%d artworks are saved.',
              fix.saved.length,
              'artwork-registry-connector',
            ),
            fix.saved.length,
          )}
        </Notice>
      )}
      {failures > 0 && (
        <Notice status="warning" isDismissible={false}>
          {sprintf(
            /* translators: %d: number of works. */
            _n(
              '%d artwork was not saved. Its row says why.',
              '%d artworks were not saved. Their rows say why.',
              failures,
              'artwork-registry-connector',
            ),
            failures,
          )}
        </Notice>
      )}
    </div>
  );
}
