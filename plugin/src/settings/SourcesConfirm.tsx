// Before another choice of works is saved: how many leave the registry by it, and how many go there.
import { __, _n, sprintf } from '@wordpress/i18n';
import { Confirm } from './Confirm.tsx';
import type { Consequences } from './sources-api.ts';

interface Props {
  consequences: Consequences;
  onConfirm: () => void;
  onClose: () => void;
}

export function SourcesConfirm({ consequences: { leaving, coming }, onConfirm, onClose }: Props) {
  const parts: string[] = [];
  if (leaving > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d published work leaves the registry, as you chose for works that leave the site. Its Art ID stays.',
          '%d published works leave the registry, as you chose for works that leave the site. Their Art IDs stay. If that is a large part of them, you are asked once more before the first one leaves.',
          leaving,
          'artwork-registry-connector',
        ),
        leaving,
      ),
    );
  }
  if (coming > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d work goes to the registry by itself: you published it before, or new works are published automatically.',
          '%d works go to the registry by themselves: you published them before, or new works are published automatically.',
          coming,
          'artwork-registry-connector',
        ),
        coming,
      ),
    );
  }
  return (
    <Confirm
      title={__('Change what is a work?', 'artwork-registry-connector')}
      text={parts.join(' ')}
      confirmLabel={__('Save', 'artwork-registry-connector')}
      isDestructive={leaving > 0}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
