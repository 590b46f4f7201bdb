// The wall labels of the selected artworks, as files that the registry draws: a page for each, at most 50 in one file.
import { Button, ButtonGroup } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Work } from '../work/work.ts';
import { labelFiles } from './label-files.ts';

/** Only what anybody may read in the registry has a label. */
export const hasPage = ({ registry_id: id, public_page: page }: Work): boolean =>
  id !== null && page !== null;

interface Props {
  works: Work[];
  onClose: () => void;
}

export function PrintLabels({ works, onClose }: Props) {
  const pages = works.filter(hasPage).map(({ public_page: page }) => page!);
  return (
    <>
      <p>
        {sprintf(
          /* translators: %d: number of works. */
          _n(
            '%d label, as a PDF to print.',
            '%d labels, a page each, as a PDF to print.',
            pages.length,
            'artwork-registry-connector',
          ),
          pages.length,
        )}
      </p>
      {(['a6', 'a7'] as const).map((size) => {
        const files = labelFiles(pages, size);
        return (
          <p key={size}>
            <ButtonGroup>
              {files.map((file, index) => (
                <Button key={file} variant="secondary" href={file} target="_blank" onClick={onClose}>
                  {files.length === 1
                    ? /* translators: %s: size of paper, such as A6. */
                      sprintf(__('Open %s', 'artwork-registry-connector'), size.toUpperCase())
                    : /* translators: 1: size of paper, such as A6, 2: number of the file. */
                      sprintf(
                        __('Open %1$s, part %2$d', 'artwork-registry-connector'),
                        size.toUpperCase(),
                        index + 1,
                      )}
                </Button>
              ))}
            </ButtonGroup>
          </p>
        );
      })}
    </>
  );
}
