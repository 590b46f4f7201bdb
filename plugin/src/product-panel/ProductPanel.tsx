// One product, or another work in the classic editor, in the registry: its state, what is registered of it, and the orders for it.
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { getContent, type WorkContent } from '../work/api.ts';
import { PrintablesOf } from '../work/PrintablesOf.tsx';
import { useWork } from '../work/use-work.ts';
import { WorkOrders } from '../work/WorkOrders.tsx';
import { WorkState } from '../work/WorkState.tsx';
import { AvailabilityChoice } from './AvailabilityChoice.tsx';
import { Content } from './Content.tsx';
import { FixLinks } from './FixLinks.tsx';
import { ProductChoiceControl } from './ProductChoiceControl.tsx';
import { useVariations } from './variations.ts';
import { VariationsPanel } from './VariationsPanel.tsx';

interface Props {
  id: number;
  status: string;
  /** Whether the variations of a product may be works in this shop. */
  hasVariations: boolean;
}

export function ProductPanel({ id, status, hasVariations }: Props) {
  const isNew = status === 'auto-draft';
  const live = useVariations(id, hasVariations && !isNew);
  const { variations } = live;
  const isOneWork = !hasVariations || (variations !== null && !variations.is_split);
  const { work, error, give, refresh } = useWork(id, isNew || !isOneWork);
  const [content, setContent] = useState<WorkContent | null>(null);
  const [contentError, setContentError] = useState<string | null>(null);
  const state = work?.state;
  // What is registered is read again when the state changes: somebody else may have saved the product meanwhile.
  useEffect(() => {
    if (isNew || !isOneWork) return;
    getContent(id).then(setContent, (cause: Error) => setContentError(cause.message));
  }, [id, isNew, isOneWork, state]);

  if (isNew) {
    return (
      <p className="areg-product-hint">
        {__('Save it first; then you can register it.', 'artwork-registry-connector')}
      </p>
    );
  }
  if (variations?.is_split) return <VariationsPanel {...live} variations={variations} />;
  return (
    <div className="areg-product">
      <section aria-label={__('State in the registry', 'artwork-registry-connector')}>
        {work === null ? (
          error === null && <div className="areg-product-skeleton" />
        ) : (
          <>
            <WorkState work={work} fix={<FixLinks fields={work.error?.fields ?? []} />} />
            <WorkOrders work={work} isPublic={status === 'publish'} give={give} />
          </>
        )}
        {(error ?? live.error) !== null && <p role="alert">{error ?? live.error}</p>}
        {variations?.is_variable && <ProductChoiceControl variations={variations} onChoose={live.choose} />}
        {content?.mark != null && (
          <AvailabilityChoice
            id={id}
            mark={content.mark}
            onChange={(next) => {
              setContent(next);
              refresh();
            }}
          />
        )}
      </section>
      {work !== null && work.registry_id !== null && (
        <section aria-labelledby="areg-product-printables">
          <h3 id="areg-product-printables">{__('Label and certificates', 'artwork-registry-connector')}</h3>
          <PrintablesOf id={id} title={work.title} state={work.state} canOrder={work.can_order} />
        </section>
      )}
      <section aria-labelledby="areg-product-content">
        <h3 id="areg-product-content">{__('What the registry gets', 'artwork-registry-connector')}</h3>
        {contentError !== null && <p role="alert">{contentError}</p>}
        {content === null ? (
          contentError === null && <div className="areg-product-skeleton is-tall" />
        ) : (
          <Content fields={content.fields} />
        )}
      </section>
    </div>
  );
}
