// "What counts as an artwork": post types, and of each all posts or only those in chosen categories.
import { CheckboxControl, Notice, RadioControl } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { CategoryTree } from './CategoryTree.tsx';
import './sources.css';
import type { Kind, SourceChoice } from './sources-api.ts';
import type { SourcesForm } from './use-sources.ts';

export function SourcesChoice({ form }: { form: SourcesForm }) {
  if (form.view === null) {
    return form.error === null ? (
      <div className="areg-skeleton areg-skeleton-card" />
    ) : (
      <p role="alert">{form.error}</p>
    );
  }
  return (
    <fieldset className="areg-sources">
      <legend>{__('What counts as an artwork', 'artwork-registry-connector')}</legend>
      {form.view.notice !== null && (
        <Notice status="warning" isDismissible={false}>
          {form.view.notice}
        </Notice>
      )}
      {form.view.kinds.map((kind) => (
        <KindChoice
          key={kind.id}
          kind={kind}
          choice={form.draft[kind.id] ?? kind}
          onChange={(choice) => form.change(kind.id, choice)}
        />
      ))}
    </fieldset>
  );
}

interface KindProps {
  kind: Kind;
  choice: SourceChoice;
  onChange: (choice: SourceChoice) => void;
}

function KindChoice({ kind, choice, onChange }: KindProps) {
  const taxonomies = kind.taxonomies.filter(({ terms }) => terms.length > 0);
  const isOffered =
    kind.is_there && choice.is_chosen && (taxonomies.length > 0 || choice.categories !== null);
  return (
    <div>
      <CheckboxControl
        label={
          kind.is_there
            ? /* translators: 1: a kind of posts, such as Products, or a category, 2: how many there are. */
              sprintf(__('%1$s (%2$d)', 'artwork-registry-connector'), kind.name, kind.works)
            : kind.name
        }
        {...(kind.is_there
          ? {}
          : {
              help: __(
                'The plugin or theme it comes from is switched off. The registry keeps these artworks as they are.',
                'artwork-registry-connector',
              ),
            })}
        checked={choice.is_chosen}
        disabled={!kind.is_there}
        onChange={(isChosen) => onChange({ ...choice, is_chosen: isChosen })}
        __nextHasNoMarginBottom
      />
      {isOffered && (
        <div className="areg-sources-which">
          <RadioControl
            /* translators: %s: a kind of posts, such as Products. */
            label={sprintf(__('Which %s', 'artwork-registry-connector'), kind.name)}
            hideLabelFromVision
            selected={choice.categories === null ? 'all' : 'some'}
            options={[
              { label: __('All', 'artwork-registry-connector'), value: 'all' },
              { label: __('Only in these categories', 'artwork-registry-connector'), value: 'some' },
            ]}
            onChange={(which) => onChange({ ...choice, categories: which === 'all' ? null : {} })}
          />
          {choice.categories !== null &&
            taxonomies.map((taxonomy) => (
              <CategoryTree
                key={taxonomy.name}
                taxonomy={taxonomy}
                chosen={choice.categories?.[taxonomy.name] ?? []}
                onChange={(chosen) =>
                  onChange({ ...choice, categories: { ...choice.categories, [taxonomy.name]: chosen } })
                }
              />
            ))}
        </div>
      )}
    </div>
  );
}
