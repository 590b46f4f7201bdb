// Step 3: the name of the gallery in the registry. The owner notices the key of somebody else here, before anything is registered.
import { Button, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { markSetup } from '../screen/api.ts';
import type { StepProps } from './step-props.ts';

export function ProfileStep({
  overview,
  onChange,
  onContinue,
  onOtherKey,
}: StepProps & { onOtherKey: () => void }) {
  const { registry, account, account_notice: notice } = overview.connection;
  const [error, setError] = useState<string | null>(null);
  const hasNone = account.state === 'no_write_target' || (registry?.profiles ?? []).length === 0;
  const confirm = () =>
    markSetup('profile').then(
      (next) => {
        onChange(next);
        onContinue();
      },
      (cause: Error) => setError(cause.message),
    );
  return (
    <>
      {hasNone && account.state === 'no_write_target' && (
        <Notice status="error" isDismissible={false}>
          {notice}
        </Notice>
      )}
      {hasNone && account.state !== 'no_write_target' && (
        <p role="status">{__('Asking the registry for your profile …', 'artwork-registry-connector')}</p>
      )}
      <dl className="areg-facts">
        <div>
          <dt>{__('Registry', 'artwork-registry-connector')}</dt>
          <dd>{registry?.name}</dd>
        </div>
        <div>
          <dt>{__('Organisation', 'artwork-registry-connector')}</dt>
          <dd>{registry?.organization?.name ?? '–'}</dd>
        </div>
        {(registry?.profiles ?? []).map((profile) => (
          <div key={profile.slug}>
            <dt>{kindOf(profile.type)}</dt>
            <dd>{profile.name}</dd>
          </div>
        ))}
      </dl>
      <p>
        {__(
          'Your artworks appear in the registry under this profile, with this name.',
          'artwork-registry-connector',
        )}
      </p>
      {error !== null && <p role="alert">{error}</p>}
      <div className="areg-buttons">
        <Button variant="primary" onClick={() => void confirm()} disabled={hasNone} accessibleWhenDisabled>
          {__('Yes, this is us', 'artwork-registry-connector')}
        </Button>
        <Button variant="tertiary" onClick={onOtherKey}>
          {__('No, use another key', 'artwork-registry-connector')}
        </Button>
      </div>
    </>
  );
}

function kindOf(type: string): string {
  const kinds: Record<string, string> = {
    gallery: __('Gallery', 'artwork-registry-connector'),
    museum: __('Museum', 'artwork-registry-connector'),
    collection: __('Collection', 'artwork-registry-connector'),
  };
  return kinds[type] ?? type;
}
