// Asked before updates of a registered work stop, because its entry is public.
import { __, sprintf } from '@wordpress/i18n';
import { Confirm } from '../screen/Confirm.tsx';

interface Props {
  title: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function StopConfirm({ title, onConfirm, onClose }: Props) {
  return (
    <Confirm
      /* translators: %s: title of a work. */
      title={sprintf(__('Stop updating %s?', 'artwork-registry-connector'), title)}
      confirmLabel={__('Stop updating', 'artwork-registry-connector')}
      isDestructive
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {__(
          'Its registry page changes for everybody as your settings say for an artwork that leaves, usually to “not for sale”. It keeps its Art ID, and you can register it again at any time.',
          'artwork-registry-connector',
        )}
      </p>
    </Confirm>
  );
}
