// The editable list over the whole window.
import { Modal } from '@wordpress/components';
import type { FixScope } from './api.ts';
import { FixGrid } from './FixGrid.tsx';

interface Props {
  title: string;
  scope: FixScope;
  /** Called after each save. */
  onSaved: () => void;
  onClose: () => void;
}

export function FixModal({ title, scope, onSaved, onClose }: Props) {
  return (
    // A click beside it must not throw away what was typed.
    <Modal title={title} onRequestClose={onClose} size="fill" shouldCloseOnClickOutside={false}>
      <FixGrid scope={scope} onSaved={onSaved} onClose={onClose} />
    </Modal>
  );
}
