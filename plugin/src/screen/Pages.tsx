// Previous, "Page 2 of 7", next; not there while there is one page only.
import { Button } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';

interface Props {
  /** What a screen reader calls it. */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function Pages({ label, page, pages, onPage }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className="areg-pages" aria-label={label}>
      <Button variant="secondary" size="compact" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {__('Previous page', 'artwork-registry-connector')}
      </Button>
      <span>
        {sprintf(
          /* translators: 1: page, 2: pages. */
          __('Page %1$d of %2$d', 'artwork-registry-connector'),
          page,
          pages,
        )}
      </span>
      <Button variant="secondary" size="compact" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {__('Next page', 'artwork-registry-connector')}
      </Button>
    </nav>
  );
}
