// One certificate: what became of it, its PDF, and the orders for it.
import { Button, ExternalLink, TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Confirm } from '../screen/Confirm.tsx';
import { Moment } from './Moment.tsx';
import {
  retryCertificate,
  withdrawCertificate,
  type Certificate,
  type Printables,
} from './printables-api.ts';

interface Props {
  work: number;
  certificate: Certificate;
  canOrder: boolean;
  take: (answer: Promise<Printables>) => Promise<void>;
}

export function CertificateLine({ work, certificate, canOrder, take }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const copy = copyOf(certificate);
  return (
    <li>
      <p>
        <strong>{stateOf(certificate)}</strong>
        {copy !== null && <> · {copy}</>}
        {certificate.issued_at !== null && (
          <>
            {' '}
            · <Moment at={certificate.issued_at} />
          </>
        )}
      </p>
      {certificate.note !== null && <p>{certificate.note}</p>}
      {certificate.state === 'withdrawn' && certificate.reason !== null && <p>{certificate.reason}</p>}
      {certificate.error !== null && <p role="alert">{certificate.error}</p>}
      <div className="areg-panel-buttons">
        {certificate.page !== null && (
          <ExternalLink href={certificate.page}>{__('View', 'artwork-registry-connector')}</ExternalLink>
        )}
        {certificate.pdf !== null && (
          <ExternalLink href={certificate.pdf}>{__('PDF, A4', 'artwork-registry-connector')}</ExternalLink>
        )}
        {certificate.pdf_letter !== null && (
          <ExternalLink href={certificate.pdf_letter}>
            {__('PDF, US Letter', 'artwork-registry-connector')}
          </ExternalLink>
        )}
        {canOrder && certificate.state === 'issued' && (
          <Button variant="link" isDestructive aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {__('Withdraw', 'artwork-registry-connector')}
          </Button>
        )}
        {canOrder && certificate.state === 'refused' && (
          <Button variant="link" onClick={() => void take(retryCertificate(work, certificate.id))}>
            {__('Try again', 'artwork-registry-connector')}
          </Button>
        )}
      </div>
      {isAsking && (
        <Withdraw
          onConfirm={(reason) => void take(withdrawCertificate(work, certificate.id, reason))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}

function Withdraw({ onConfirm, onClose }: { onConfirm: (reason: string) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <Confirm
      title={__('Withdraw this certificate?', 'artwork-registry-connector')}
      confirmLabel={__('Withdraw', 'artwork-registry-connector')}
      isDestructive
      isDisabled={reason.trim() === ''}
      isWide
      onConfirm={() => onConfirm(reason.trim())}
      onClose={onClose}
    >
      <p>
        {__(
          'Its page stays and says that it was withdrawn, and when; the registry keeps the reason. This cannot be undone; you can issue a new certificate.',
          'artwork-registry-connector',
        )}
      </p>
      <TextareaControl
        label={__('Reason', 'artwork-registry-connector')}
        maxLength={500}
        value={reason}
        onChange={setReason}
        __nextHasNoMarginBottom
      />
    </Confirm>
  );
}

function stateOf({ state, is_superseded: isSuperseded }: Certificate): string {
  if (state === 'issued' && isSuperseded) {
    return __('Superseded by a newer certificate', 'artwork-registry-connector');
  }
  const words = {
    waiting: __('Being issued', 'artwork-registry-connector'),
    issued: __('Certificate issued', 'artwork-registry-connector'),
    refused: __('Not issued', 'artwork-registry-connector'),
    withdrawing: __('Being withdrawn', 'artwork-registry-connector'),
    withdrawn: __('Withdrawn', 'artwork-registry-connector'),
  };
  return words[state];
}

function copyOf({ edition_number: number, edition_size: size }: Certificate): string | null {
  if (number === null) return null;
  return size === null
    ? /* translators: %d: number of a copy of an edition. */
      sprintf(__('copy %d', 'artwork-registry-connector'), number)
    : /* translators: 1: number of a copy, 2: size of the edition. */
      sprintf(__('copy %1$d of %2$d', 'artwork-registry-connector'), number, size);
}
