// More pictures of an artwork, in the owner's order. WordPress's media library chooses and sorts them.
import { Button } from '@wordpress/components';
import { MediaUpload, MediaUploadCheck } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { store as coreStore } from '@wordpress/core-data';
import { __, _n, sprintf } from '@wordpress/i18n';

interface Picture {
  id: number;
  alt_text?: string;
  source_url: string;
  media_details?: { sizes?: Record<string, { source_url: string }> };
}

interface Props {
  ids: number[];
  onChange: (ids: number[]) => void;
}

export function Pictures({ ids, onChange }: Props) {
  const key = ids.join(',');
  const pictures = useSelect(
    (select) =>
      key === ''
        ? []
        : (select(coreStore).getEntityRecords('postType', 'attachment', {
            include: key.split(',').map(Number),
            orderby: 'include',
            per_page: 100,
          }) as Picture[] | null),
    [key],
  );
  return (
    <div className="areg-pictures">
      <p>{__('More pictures', 'artwork-registry-connector')}</p>
      <ul>
        {(pictures ?? []).map((picture) => (
          <li key={picture.id}>
            <img
              src={picture.media_details?.sizes?.['thumbnail']?.source_url ?? picture.source_url}
              alt={picture.alt_text ?? ''}
            />
          </li>
        ))}
      </ul>
      <MediaUploadCheck>
        <MediaUpload
          title={__('More pictures', 'artwork-registry-connector')}
          allowedTypes={['image']}
          multiple
          gallery
          value={ids}
          onSelect={(chosen: { id: number }[]) => onChange(chosen.map(({ id }) => id))}
          render={({ open }: { open: () => void }) => (
            <Button variant="secondary" onClick={open} __next40pxDefaultSize>
              {ids.length === 0
                ? __('Add pictures', 'artwork-registry-connector')
                : sprintf(
                    /* translators: %d: number of pictures. */
                    _n('Change %d picture', 'Change %d pictures', ids.length, 'artwork-registry-connector'),
                    ids.length,
                  )}
            </Button>
          )}
        />
      </MediaUploadCheck>
      {ids.length > 0 && (
        <Button variant="tertiary" isDestructive onClick={() => onChange([])} __next40pxDefaultSize>
          {__('Remove them from the artwork', 'artwork-registry-connector')}
        </Button>
      )}
      <p className="areg-pictures-note">
        {__(
          'Visitors see them below the text. The registry shows the featured image.',
          'artwork-registry-connector',
        )}
      </p>
    </div>
  );
}
