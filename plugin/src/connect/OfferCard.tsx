// Whom the owner connects to: the registry, who runs it, its terms, and what is sent. Agreeing is the first word to its sync service.
import { Button, Notice } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { agreeToConnect, type Offer, type Overview } from '../screen/api.ts';

interface Props {
  offer: Offer;
  onChange: (next: Overview) => void;
  onOther: () => void;
}

export function OfferCard({ offer, onChange, onOther }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => document.getElementById('areg-offer')?.focus(), [offer.id]);
  const agree = () => {
    setError(null);
    setIsBusy(true);
    agreeToConnect(offer.id).then(onChange, (cause: Error) => {
      setError(cause.message);
      setIsBusy(false);
    });
  };
  return (
    <section aria-labelledby="areg-offer">
      <h3 id="areg-offer" tabIndex={-1}>
        {offer.name}
      </h3>
      {offer.test && (
        <Notice status="warning" isDismissible={false}>
          {__(
            'This is a test registry: what you register there may be deleted, and its Art IDs are not permanent.',
            'artwork-registry-connector',
          )}
        </Notice>
      )}
      <dl className="areg-facts">
        <Fact label={__('Operator', 'artwork-registry-connector')} value={offer.operator} />
        <Fact label={__('Registry', 'artwork-registry-connector')} value={hostOf(offer.address)} />
        {offer.sync_service !== null && (
          <Fact label={__('Sync service', 'artwork-registry-connector')} value={hostOf(offer.sync_service)} />
        )}
      </dl>
      <ul className="areg-links">
        <Link href={offer.terms_url} text={__('Terms', 'artwork-registry-connector')} />
        <Link href={offer.privacy_url} text={__('Privacy policy', 'artwork-registry-connector')} />
        <Link href={offer.documentation_url} text={__('Documentation', 'artwork-registry-connector')} />
      </ul>
      {offer.sync_service === null ? (
        <p>
          {__(
            'This registry has no sync service for galleries. Use one of your own: see Advanced below.',
            'artwork-registry-connector',
          )}
        </p>
      ) : (
        <p>
          {__(
            'When you agree, the sync service gets the address and name of this site and reads the artworks that you register: title, artist, year, size, price, picture. It gets no orders, customers or passwords. You can disconnect at any time. WordPress records that you agreed, and when.',
            'artwork-registry-connector',
          )}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="areg-handed is-failed">
          {error}
        </p>
      )}
      <div className="areg-buttons">
        {offer.sync_service !== null && (
          <Button variant="primary" onClick={agree} isBusy={isBusy} disabled={isBusy} accessibleWhenDisabled>
            {__('Agree and connect', 'artwork-registry-connector')}
          </Button>
        )}
        <Button variant="tertiary" onClick={onOther}>
          {__('Use another registry', 'artwork-registry-connector')}
        </Button>
      </div>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{value === '' ? '–' : value}</bdi>
      </dd>
    </div>
  );
}

function Link({ href, text }: { href: string | null; text: string }) {
  if (href === null) return null;
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer">
        {text}
        <span className="screen-reader-text">
          {' '}
          {__('(opens in a new tab)', 'artwork-registry-connector')}
        </span>
      </a>
    </li>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
