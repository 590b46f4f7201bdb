// One real work as the registry would get it under the form as it stands now. Nothing is saved or sent.
import { Card, CardBody, CardHeader, Notice } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { FieldValue } from '../work/FieldValue.tsx';
import { getPreview, type Preview, type WorkChoice } from './api.ts';
import type { Sources } from './chains.ts';
import { WorkChooser } from './WorkChooser.tsx';

const pauseMs = 400;

export function PreviewCard({ draft }: { draft: Sources }) {
  const [work, setWork] = useState<WorkChoice | null>(null);
  const [isEmptyShop, setIsEmptyShop] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const id = work?.external_id;
  useEffect(() => {
    if (id === undefined) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      getPreview(id, draft).then(
        (next) => {
          if (!isCurrent) return;
          setPreview(next);
          setError(null);
        },
        (cause: Error) => isCurrent && setError(cause.message),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, draft]);
  return (
    <Card className="areg-card areg-preview">
      <CardHeader>
        <h2>{__('What the registry would get', 'artwork-registry-connector')}</h2>
      </CardHeader>
      <CardBody>
        <WorkChooser chosen={work} onChoose={setWork} onNone={() => setIsEmptyShop(true)} onFail={setError} />
        {error !== null && (
          <p className="areg-problem" role="alert">
            {error}
          </p>
        )}
        {isEmptyShop && (
          <p>{__('No artworks yet. Add one, and it is shown here.', 'artwork-registry-connector')}</p>
        )}
        {preview !== null && <Shown preview={preview} />}
        {preview === null && !isEmptyShop && error === null && (
          <div className="areg-skeleton areg-skeleton-card" />
        )}
      </CardBody>
    </Card>
  );
}

function Shown({ preview }: { preview: Preview }) {
  const issues = preview.fields.filter((field) => field.issue !== null).length;
  return (
    <>
      <h3>{preview.title || `#${preview.external_id}`}</h3>
      {preview.error !== null && (
        <Notice status="error" isDismissible={false}>
          {preview.error}
        </Notice>
      )}
      <p role="status" className={issues > 0 ? 'areg-problem' : ''}>
        {preview.error === null && summary(issues)}
      </p>
      {preview.why !== null && (
        <p className="areg-why">
          {__('It is not sent now:', 'artwork-registry-connector')} {preview.why}
        </p>
      )}
      <dl className="areg-preview-fields">
        {preview.fields.map((field) => (
          <div key={field.field} data-field={field.field}>
            <dt>{field.label}</dt>
            <dd>
              {field.value === null ? (
                <span className="areg-why">{__('not given', 'artwork-registry-connector')}</span>
              ) : (
                <FieldValue field={field.field} value={field.value} />
              )}
              {field.issue !== null && <p className="areg-problem">{field.issue}</p>}
              {field.hint !== null && <p className="areg-why">{field.hint}</p>}
            </dd>
          </div>
        ))}
      </dl>
      {preview.payload !== null && (
        <details>
          <summary>{__('Exactly as it is sent', 'artwork-registry-connector')}</summary>
          {/* Keyboards must reach what scrolls. */}
          <pre tabIndex={0} dir="ltr" aria-label={__('Exactly as it is sent', 'artwork-registry-connector')}>
            {JSON.stringify(preview.payload, undefined, 2)}
          </pre>
        </details>
      )}
    </>
  );
}

function summary(issues: number): string {
  if (issues === 0) return __('The registry will take it.', 'artwork-registry-connector');
  return sprintf(
    /* translators: %d: number of fields. */
    _n(
      'The registry will not take it: %d field needs a correction.',
      'The registry will not take it: %d fields need a correction.',
      issues,
      'artwork-registry-connector',
    ),
    issues,
  );
}
