// Artworks of the plugin's own post type: the address of the list of all of them, and what happens to them when the plugin is deleted.
import { RadioControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Settings } from '../screen/api.ts';

interface Props {
  settings: Settings;
  /** https://gallery.example/ */
  homeUrl: string;
  onChange: (change: Partial<Settings>) => void;
}

export function OwnArtworks({ settings, homeUrl, onChange }: Props) {
  const [slug, setSlug] = useState(settings.archive_slug);
  return (
    <>
      <TextControl
        label={__('Address of a page that lists all artworks', 'artwork-registry-connector')}
        help={sprintf(
          /* translators: %s: address of the page, such as https://gallery.example/artworks/ */
          __(
            'With “artworks” it is %s. Empty: there is no such page. A page of yours at the same address takes its place.',
            'artwork-registry-connector',
          ),
          `${homeUrl}artworks/`,
        )}
        dir="ltr"
        value={slug}
        onChange={setSlug}
        onBlur={() => {
          if (slug !== settings.archive_slug) onChange({ archive_slug: slug });
        }}
        __nextHasNoMarginBottom
        __next40pxDefaultSize
      />
      <RadioControl
        label={__(
          'Artworks you entered under Artworks, when the plugin is deleted',
          'artwork-registry-connector',
        )}
        help={__(
          'While the plugin is only deactivated, nobody sees them. If you install it again, the pages become artworks again, unless you had everything removed.',
          'artwork-registry-connector',
        )}
        selected={settings.artworks_on_delete}
        options={[
          {
            label: __('Turn them into pages at the same addresses', 'artwork-registry-connector'),
            value: 'pages',
          },
          {
            label: __(
              'Keep them as they are; nobody sees them until the plugin is installed again',
              'artwork-registry-connector',
            ),
            value: 'hidden',
          },
        ]}
        onChange={(value) => onChange({ artworks_on_delete: value as Settings['artworks_on_delete'] })}
      />
    </>
  );
}
