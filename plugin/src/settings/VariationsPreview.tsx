// What the choice about variations would do: titles, obstacles, how many works leave and come.
import { Notice } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { VariationPreview } from './variations.ts';

interface Props {
  preview: VariationPreview;
  /** Whether variations would have names at all. */
  isShown: boolean;
}

export function VariationsPreview({ preview, isShown }: Props) {
  const moves = comesAndGoes(preview);
  return (
    <>
      {preview.problem !== null && (
        <Notice status="error" isDismissible={false}>
          {preview.problem}
        </Notice>
      )}
      {isShown && preview.problem === null && (
        <>
          {preview.examples.length === 0 && (
            <p>
              {__('There is no product with variations that are artworks yet.', 'artwork-registry-connector')}
            </p>
          )}
          <ul className="areg-variation-names">
            {preview.examples.map((example, at) => (
              <li key={at}>
                {example.variations.map((title) => (
                  <span key={title}>
                    <bdi>{title}</bdi>
                  </span>
                ))}
              </li>
            ))}
          </ul>
          {preview.untitled > 0 && (
            <p>
              {sprintf(
                /* translators: %d: number of variations. */
                _n(
                  '%d variation has nothing to fill its title with and would need your attention.',
                  '%d variations have nothing to fill their titles with and would need your attention.',
                  preview.untitled,
                  'artwork-registry-connector',
                ),
                preview.untitled,
              )}
            </p>
          )}
        </>
      )}
      {preview.problem === null && moves !== null && <p>{moves}</p>}
    </>
  );
}

/** "1 work leaves the registry. 2 works come."; null: nothing moves. */
export function comesAndGoes({ leave, come }: { leave: number; come: number }): string | null {
  if (leave === 0 && come === 0) return null;
  return [
    sprintf(
      /* translators: %d: number of works. */
      _n(
        '%d artwork leaves the registry.',
        '%d artworks leave the registry.',
        leave,
        'artwork-registry-connector',
      ),
      leave,
    ),
    sprintf(
      /* translators: %d: number of works. */
      _n('%d artwork comes.', '%d artworks come.', come, 'artwork-registry-connector'),
      come,
    ),
  ].join(' ');
}
