// Label and certificates of one artwork: print the label, issue a certificate, and what became of those that were issued.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { CertificateLine } from './CertificateLine.tsx';
import { IssueCertificate } from './IssueCertificate.tsx';
import './printables.css';
import { usePrintables } from './use-printables.ts';

interface Props {
  id: number;
  title: string;
  /** The artwork's state: what it may have depends on it. */
  state: string;
  canOrder: boolean;
}

export function PrintablesOf({ id, title, state, canOrder }: Props) {
  const { printables, error, take } = usePrintables(id, state);
  const [isIssuing, setIsIssuing] = useState(false);
  if (printables === null) return error === null ? null : <p role="alert">{error}</p>;
  const { label, can_issue: canIssue, certificates } = printables;
  if (label === null && !canIssue && certificates.length === 0) {
    return (
      <p>
        {__(
          'A registered artwork has a wall label and, where the registry issues them, certificates.',
          'artwork-registry-connector',
        )}
      </p>
    );
  }
  return (
    <div className="areg-printables">
      <div className="areg-panel-buttons">
        {label !== null && (
          <Button variant="secondary" href={label.a6} target="_blank" rel="noopener">
            {__('Print label (A6)', 'artwork-registry-connector')}
          </Button>
        )}
        {label !== null && (
          <Button variant="secondary" href={label.a7} target="_blank" rel="noopener">
            {__('Print label (A7)', 'artwork-registry-connector')}
          </Button>
        )}
        {canIssue && canOrder && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsIssuing(true)}>
            {__('Issue certificate', 'artwork-registry-connector')}
          </Button>
        )}
      </div>
      {error !== null && <p role="alert">{error}</p>}
      {certificates.length > 0 && (
        <ul className="areg-certificates" aria-label={__('Certificates', 'artwork-registry-connector')}>
          {certificates.map((certificate) => (
            <CertificateLine
              key={certificate.id}
              work={id}
              certificate={certificate}
              canOrder={canOrder}
              take={take}
            />
          ))}
        </ul>
      )}
      {isIssuing && (
        <IssueCertificate
          work={id}
          title={title}
          printables={printables}
          onIssue={(answer) => void take(answer)}
          onClose={() => setIsIssuing(false)}
        />
      )}
    </div>
  );
}
