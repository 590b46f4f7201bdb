// The question before new artworks are registered automatically: an Art ID is permanent, and artworks that are here already are not new,
// so how many these are is said, and whether to register them too is asked.
import { CheckboxControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { Confirm } from '../screen/Confirm.tsx';

interface Props {
  /** Artworks on the site that are not registered and could be. */
  older: number;
  onConfirm: (includesOlder: boolean) => void;
  onClose: () => void;
}

export function AutomaticConfirm({ older, onConfirm, onClose }: Props) {
  const [includesOlder, setIncludesOlder] = useState(false);
  return (
    <Confirm
      title={__('Register new artworks automatically?', 'artwork-registry-connector')}
      confirmLabel={__('Register automatically', 'artwork-registry-connector')}
      onConfirm={() => onConfirm(includesOlder)}
      onClose={onClose}
    >
      <p>
        {__(
          'From now on, each new artwork that is public on this site gets an Art ID and a public page in the registry. You can switch this off at any time; an Art ID, once given, is a permanent record.',
          'artwork-registry-connector',
        )}
      </p>
      {older > 0 && (
        <CheckboxControl
          label={sprintf(
            /* translators: %d: number of works. */
            _n(
              'Also register the %d artwork that is on this site now',
              'Also register the %d artworks that are on this site now',
              older,
              'artwork-registry-connector',
            ),
            older,
          )}
          help={__('If not, they stay as they are until you register them.', 'artwork-registry-connector')}
          checked={includesOlder}
          onChange={setIncludesOlder}
          __nextHasNoMarginBottom
        />
      )}
    </Confirm>
  );
}
