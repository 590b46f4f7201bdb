// A product whose variations are works: the state of each, and the orders for one and for all.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { ArtId } from '../work/ArtId.tsx';
import { StateLabel } from '../work/StateLabel.tsx';
import { StopConfirm } from '../work/StopConfirm.tsx';
import type { Work } from '../work/work.ts';
import { ProductChoiceControl } from './ProductChoiceControl.tsx';
import type { LiveVariations, ProductVariations } from './variations.ts';

interface Props extends Omit<LiveVariations, 'variations'> {
  variations: ProductVariations;
}

export function VariationsPanel({ variations, error, choose, orderAll, orderOne }: Props) {
  const { works, product } = variations;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="areg-product areg-product-variations">
      <section aria-label={__('Variations in the registry', 'artwork-registry-connector')}>
        <p>{__('Each variation is an artwork of its own.', 'artwork-registry-connector')}</p>
        {works.length === 0 && (
          <p>{__('It has no variations yet. Add them under Variations.', 'artwork-registry-connector')}</p>
        )}
        <ul>
          {works.map((work) => (
            <VariationRow key={work.external_id} work={work} orderOne={orderOne} />
          ))}
        </ul>
        {works.length > 0 && (
          <div className="areg-panel-buttons">
            {works.some(isOut) && (
              <Button variant="primary" onClick={() => orderAll('register')}>
                {__('Register all variations', 'artwork-registry-connector')}
              </Button>
            )}
            {works.some((work) => !work.is_stopped) && (
              <Button variant="secondary" isDestructive onClick={() => setIsAsking(true)}>
                {__('Stop updating all', 'artwork-registry-connector')}
              </Button>
            )}
          </div>
        )}
        {isAsking && (
          <StopConfirm
            title={__('all variations', 'artwork-registry-connector')}
            onConfirm={() => orderAll('stop-updating')}
            onClose={() => setIsAsking(false)}
          />
        )}
        {error !== null && <p role="alert">{error}</p>}
        {!variations.connected && (
          <p>
            {__(
              'The sync service is not connected yet; the artworks wait until it is.',
              'artwork-registry-connector',
            )}
          </p>
        )}
      </section>
      <section aria-label={__('The product', 'artwork-registry-connector')}>
        <ProductChoiceControl variations={variations} onChoose={choose} />
        {product !== null && product.registry_id !== null && (
          <>
            <p>{__('The product was one artwork before:', 'artwork-registry-connector')}</p>
            <StateLabel state={product.state} /> <ArtId id={product.registry_id} page={product.public_page} />
          </>
        )}
      </section>
    </div>
  );
}

function VariationRow({ work, orderOne }: { work: Work } & Pick<LiveVariations, 'orderOne'>) {
  const order = (name: 'register' | 'stop-updating' | 'retry', label: string, spoken: string) => (
    <Button
      variant="link"
      isDestructive={name === 'stop-updating'}
      aria-label={spoken}
      onClick={() => orderOne(work.external_id, name)}
    >
      {label}
    </Button>
  );
  return (
    <li>
      <strong>
        <bdi>{work.title}</bdi>
      </strong>
      <div className="areg-variation-state" aria-live="polite">
        <StateLabel state={work.state} />
        {work.registry_id !== null && <ArtId id={work.registry_id} page={work.public_page} />}
      </div>
      {work.why !== null && <p>{work.why}</p>}
      <div className="areg-variation-orders">
        {isOut(work) &&
          order(
            'register',
            __('Register', 'artwork-registry-connector'),
            /* translators: %s: title of a work. */
            sprintf(__('Register %s', 'artwork-registry-connector'), work.title),
          )}
        {work.error?.can_retry &&
          order(
            'retry',
            __('Try again', 'artwork-registry-connector'),
            /* translators: %s: title of a work. */
            sprintf(__('Try again: %s', 'artwork-registry-connector'), work.title),
          )}
        {!work.is_stopped &&
          order(
            'stop-updating',
            __('Stop updating', 'artwork-registry-connector'),
            /* translators: %s: title of a work. */
            sprintf(__('Stop updating %s', 'artwork-registry-connector'), work.title),
          )}
      </div>
    </li>
  );
}

function isOut(work: Work): boolean {
  return work.reason === 'not_chosen' || work.reason === 'excluded';
}
