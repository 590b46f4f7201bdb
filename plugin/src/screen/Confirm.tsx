// A question before an order that cannot be undone at once.
import { Button, Modal } from '@wordpress/components';
import { __ } from '@wordpress/i18n';

interface Props {
  title: string;
  text: string;
  confirmLabel: string;
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({ title, text, confirmLabel, isDestructive = false, onConfirm, onClose }: Props) {
  return (
    <Modal title={title} onRequestClose={onClose} size="small">
      <p>{text}</p>
      <div className="areg-buttons">
        <Button
          variant="primary"
          isDestructive={isDestructive}
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {confirmLabel}
        </Button>
        <Button variant="tertiary" onClick={onClose}>
          {__('Cancel', 'artwork-registry-connector')}
        </Button>
      </div>
    </Modal>
  );
}
