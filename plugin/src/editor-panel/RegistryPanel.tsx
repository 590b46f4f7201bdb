// The state of this work in the registry, and the orders for it.
import { useSelect } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import { PrintablesOf } from '../work/PrintablesOf.tsx';
import { useWork } from '../work/use-work.ts';
import { WorkOrders } from '../work/WorkOrders.tsx';
import { WorkState } from '../work/WorkState.tsx';

export function RegistryPanel() {
  const { id, isNew, isSaving, status } = useSelect((select) => {
    const editor = select(editorStore);
    return {
      id: editor.getCurrentPostId() as number,
      isNew: editor.isEditedPostNew(),
      isSaving: editor.isSavingPost(),
      status: editor.getCurrentPostAttribute('status') as string | undefined,
    };
  }, []);
  const { work, error, give } = useWork(id, isNew || isSaving);

  if (isNew) return <p>{__('Save the artwork first.', 'artwork-registry-connector')}</p>;
  if (work === null) {
    return error === null ? (
      <p>{__('Loading …', 'artwork-registry-connector')}</p>
    ) : (
      <p role="alert">{error}</p>
    );
  }
  return (
    <div className="areg-panel">
      <WorkState work={work} />
      {error !== null && <p role="alert">{error}</p>}
      <WorkOrders work={work} isPublic={status === 'publish'} give={give} />
      {work.registry_id !== null && (
        <section aria-labelledby="areg-panel-printables">
          <h3 id="areg-panel-printables">{__('Label and certificates', 'artwork-registry-connector')}</h3>
          <PrintablesOf id={id} title={work.title} state={work.state} canOrder={work.can_order} />
        </section>
      )}
    </div>
  );
}
