// One artist of the list.
import { Button, CheckboxControl } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { Artist } from './api.ts';

interface Props {
  artist: Artist;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onRename: () => void;
  onMerge: (key: string) => void;
}

export function ArtistRow({ artist, isSelected, onSelect, onRename, onMerge }: Props) {
  const { name, there } = artist;
  return (
    <tr>
      <td>
        <CheckboxControl
          __nextHasNoMarginBottom
          checked={isSelected}
          onChange={onSelect}
          /* translators: %s: name of an artist. */
          aria-label={sprintf(__('Select %s', 'artwork-registry-connector'), name)}
        />
      </td>
      <th scope="row">
        <bdi>{name}</bdi>
        {artist.kind === 'several' && (
          <span className="areg-why">{__('Several artists', 'artwork-registry-connector')}</span>
        )}
        {artist.kind === 'role' && (
          <span className="areg-why">
            {__('Made by somebody else, after or around this artist', 'artwork-registry-connector')}
          </span>
        )}
      </th>
      <td data-label={__('Artworks', 'artwork-registry-connector')}>{artist.works}</td>
      <td data-label={__('Registered', 'artwork-registry-connector')}>{artist.registered}</td>
      <td data-label={__('In the registry', 'artwork-registry-connector')}>
        {there !== null && (
          <>
            <bdi>{there.name}</bdi>
            {there.name !== name && (
              <span className="areg-why">{__('Spelled differently', 'artwork-registry-connector')}</span>
            )}
            {there.id !== null && <code className="areg-artist-id">{there.id}</code>}
          </>
        )}
      </td>
      <td>
        <Button
          variant="link"
          onClick={onRename}
          /* translators: %s: name of an artist. */
          aria-label={sprintf(__('Rename %s', 'artwork-registry-connector'), name)}
        >
          {__('Rename', 'artwork-registry-connector')}
        </Button>
        {artist.similar.slice(0, 3).map((other) => (
          <Button key={other.key} variant="link" onClick={() => onMerge(other.key)}>
            {/* translators: %s: name of an artist. */}
            {sprintf(__('Merge with “%s”', 'artwork-registry-connector'), other.name)}
          </Button>
        ))}
      </td>
    </tr>
  );
}
