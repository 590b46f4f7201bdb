// The dialog before a certificate is issued: which copy of an edition, a note, and what cannot be taken back.
import { TextareaControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Confirm } from '../screen/Confirm.tsx';
import { issueCertificate, type Printables } from './printables-api.ts';

interface Props {
  work: number;
  title: string;
  printables: Printables;
  onIssue: (answer: Promise<Printables>) => void;
  onClose: () => void;
}

export function IssueCertificate({ work, title, printables, onIssue, onClose }: Props) {
  // One for the whole dialog: a second click issues nothing.
  const [request] = useState(printables.request);
  const [number, setNumber] = useState(String(printables.copy.number ?? ''));
  const [size, setSize] = useState(String(printables.copy.size ?? ''));
  const [note, setNote] = useState('');
  const isNumber = (text: string) => text === '' || /^[1-9]\d{0,6}$/.test(text.trim());
  const isValid =
    isNumber(number) && isNumber(size) && (size === '' || (number !== '' && Number(number) <= Number(size)));
  const issue = () =>
    onIssue(
      issueCertificate(work, request, {
        edition_number: number === '' ? null : Number(number),
        edition_size: size === '' ? null : Number(size),
        note: note.trim() === '' ? null : note.trim(),
      }),
    );
  return (
    <Confirm
      /* translators: %s: title of an artwork. */
      title={sprintf(__('Issue a certificate for %s?', 'artwork-registry-connector'), title)}
      confirmLabel={__('Issue certificate', 'artwork-registry-connector')}
      isDisabled={!isValid}
      isWide
      onConfirm={issue}
      onClose={onClose}
    >
      <p>
        {__(
          'The registry signs it with what it holds of the artwork now, and anybody may verify it. A certificate is permanent: it can be withdrawn, with a reason, but not deleted.',
          'artwork-registry-connector',
        )}
      </p>
      <div className="areg-copy">
        <TextControl
          label={__('Copy number', 'artwork-registry-connector')}
          help={__('Only for an edition.', 'artwork-registry-connector')}
          inputMode="numeric"
          value={number}
          onChange={setNumber}
          __nextHasNoMarginBottom
          __next40pxDefaultSize
        />
        <TextControl
          label={__('Size of the edition', 'artwork-registry-connector')}
          inputMode="numeric"
          value={size}
          onChange={setSize}
          __nextHasNoMarginBottom
          __next40pxDefaultSize
        />
      </div>
      {!isValid && (
        <p role="alert">
          {__(
            'Enter the number of the copy, not greater than the size of the edition.',
            'artwork-registry-connector',
          )}
        </p>
      )}
      <TextareaControl
        label={__('Note on the certificate', 'artwork-registry-connector')}
        help={__(
          'Everybody who reads the certificate sees it. You can leave it empty.',
          'artwork-registry-connector',
        )}
        maxLength={500}
        value={note}
        onChange={setNote}
        __nextHasNoMarginBottom
      />
    </Confirm>
  );
}
