// The question before works leave or come because of another choice about variations.
import { __ } from '@wordpress/i18n';
import { Confirm } from '../screen/Confirm.tsx';

interface Props {
  /** "1 work leaves the registry. 2 works come." */
  moves: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function VariationsConfirm({ moves, onConfirm, onClose }: Props) {
  return (
    <Confirm
      title={__('Change what counts as an artwork?', 'artwork-registry-connector')}
      confirmLabel={__('Change', 'artwork-registry-connector')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{`${moves} ${__('Art IDs stay reserved: if you change back, the same artworks get them again.', 'artwork-registry-connector')}`}</p>
    </Confirm>
  );
}
