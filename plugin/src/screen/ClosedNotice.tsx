// The shop is not open: why nothing is registered, and what happens to the registered works.
import { Notice } from '@wordpress/components';
import { __ } from '@wordpress/i18n';

export function ClosedNotice() {
  return (
    <Notice
      status="warning"
      isDismissible={false}
      actions={[
        {
          label: __('Open Site visibility', 'artwork-registry-connector'),
          url: 'admin.php?page=wc-settings&tab=site-visibility',
        },
      ]}
    >
      {__(
        'Your shop is in “Coming soon” mode: visitors cannot see these artworks, so none of them is registered. Artworks that are already in the registry leave it as your settings say, many at once only after you approve, and come back automatically when the shop is open.',
        'artwork-registry-connector',
      )}
    </Notice>
  );
}
