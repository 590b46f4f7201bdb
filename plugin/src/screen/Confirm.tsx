// A question before something that cannot be undone at once: what will happen, what is still to be chosen, and two buttons.
import { Button, Flex, Modal } from '@wordpress/components';
import { __ } from '@wordpress/i18n';

interface Props {
  title: string;
  confirmLabel: string;
  isDestructive?: boolean;
  /** What was entered is not complete yet. */
  isDisabled?: boolean;
  /** For a question with a form. */
  isWide?: boolean;
  /** The caller closes the dialog: what was confirmed can be refused. */
  staysOpen?: boolean;
  children: React.ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({
  title,
  confirmLabel,
  isDestructive = false,
  isDisabled = false,
  isWide = false,
  staysOpen = false,
  children,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Modal title={title} onRequestClose={onClose} size={isWide ? 'medium' : 'small'}>
      {children}
      {/* Without a class: panels of products and posts load other styles than our screens. */}
      <Flex justify="flex-start" gap={2} wrap style={{ marginTop: 12 }}>
        <Button
          variant="primary"
          isDestructive={isDestructive}
          disabled={isDisabled}
          onClick={() => {
            onConfirm();
            if (!staysOpen) onClose();
          }}
        >
          {confirmLabel}
        </Button>
        <Button variant="tertiary" onClick={onClose}>
          {__('Cancel', 'artwork-registry-connector')}
        </Button>
      </Flex>
    </Modal>
  );
}
