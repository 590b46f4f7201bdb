// When two handshakes mean the same site: platform and address in one form.
import { foldText, KNOWN_PLATFORMS, percentForm } from '@artwork-registry/contract';
import type { PlatformIdentity } from '../../storage/records.ts';

const KNOWN: ReadonlySet<string> = new Set(KNOWN_PLATFORMS);

/** A known platform by its name in any case; anything else is `custom` with the literal value as label. */
export function platformOf(name: string): PlatformIdentity {
  const lower = name.toLowerCase();
  if (KNOWN.has(lower)) return { platform: lower, label: null, key: lower };
  return { platform: 'custom', label: name, key: `custom:${foldText(name)}` };
}

/** Host in lower case; scheme, default port, query, fragment and trailing slash dropped; the path stays, its percent-encoding in one form. */
export function siteKeyOf(siteUrl: string): string {
  const url = new URL(siteUrl);
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  return `${url.hostname.toLowerCase()}${port && `:${port}`}${percentForm(url.pathname).replace(/\/+$/, '')}`;
}
