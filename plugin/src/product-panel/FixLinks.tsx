// Leads to the place in the product editor where a field is filled in.
import { Button } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';

export function FixLinks({ fields }: { fields: string[] }) {
  const tabs = [...new Set(fields.map(tabOf))].filter((tab) => tab !== null);
  // In the classic editor of another kind of work there are no such tabs.
  if (tabs.length === 0 || document.querySelector('.product_data_tabs') === null) return null;
  return (
    <p className="areg-product-fix">
      {tabs.map(({ id, label }) => (
        <Button key={id} variant="link" onClick={() => openTab(id)}>
          {/* translators: %s: name of a tab, such as Attributes. */}
          {sprintf(__('Open %s', 'artwork-registry-connector'), label)}
        </Button>
      ))}
    </p>
  );
}

interface Tab {
  /** WooCommerce's class of the tab's list entry, without "_tab". */
  id: string;
  label: string;
}

const attributes: Tab = { id: 'attribute', label: __('Attributes', 'artwork-registry-connector') };
const shipping: Tab = { id: 'shipping', label: __('Shipping', 'artwork-registry-connector') };
const tabs: Record<string, Tab> = {
  artist_name: attributes,
  year_created: attributes,
  medium: attributes,
  height_cm: shipping,
  width_cm: shipping,
  depth_cm: shipping,
  inventory_ref: { id: 'inventory', label: __('Inventory', 'artwork-registry-connector') },
  price: { id: 'general', label: __('General', 'artwork-registry-connector') },
};

function tabOf(field: string): Tab | null {
  return tabs[field.split('.')[0] ?? ''] ?? null;
}

/** The tabs are WooCommerce's own script's; a click is the only door it offers. */
function openTab(id: string) {
  const link = document.querySelector<HTMLAnchorElement>(`.product_data_tabs .${id}_tab a`);
  link?.click();
  link?.focus();
}
