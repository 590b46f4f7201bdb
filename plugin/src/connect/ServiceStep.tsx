// Step 1: the registry's address, whom you connect to, and the sync service as soon as it has called. One of your own under Advanced.
import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AwaitedService } from './AwaitedService.tsx';
import { OfferCard } from './OfferCard.tsx';
import { OwnService } from './OwnService.tsx';
import { RegistryForm } from './RegistryForm.tsx';
import type { StepProps } from './step-props.ts';

export function ServiceStep(props: StepProps) {
  const { overview, onChange, onContinue } = props;
  const { connection } = overview;
  const { offer } = connection.registries;
  const [isTyping, setIsTyping] = useState(false);
  const isAwaited = connection.service.is_awaited;
  const wasAwaited = useRef(isAwaited);
  useEffect(() => {
    // Also where another sync service was connected before: this step is done.
    if (wasAwaited.current && !isAwaited && connection.is_paired) onContinue();
    wasAwaited.current = isAwaited;
  }, [isAwaited, connection.is_paired, onContinue]);
  if (isAwaited) return <AwaitedService connection={connection} onChange={onChange} />;
  return (
    <>
      {offer === null || isTyping ? (
        <RegistryForm
          connection={connection}
          onLooked={(next) => {
            setIsTyping(false);
            onChange(next);
          }}
        />
      ) : (
        <OfferCard offer={offer} onChange={onChange} onOther={() => setIsTyping(true)} />
      )}
      {connection.is_paired && (
        <Button variant="tertiary" onClick={onContinue}>
          {__('Keep the sync service that is connected', 'artwork-registry-connector')}
        </Button>
      )}
      <details className="areg-advanced" open={connection.has_code || undefined}>
        <summary>{__('Advanced: your own sync service', 'artwork-registry-connector')}</summary>
        <OwnService {...props} />
      </details>
    </>
  );
}
