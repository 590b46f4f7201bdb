// The signing secret of a site's webhook deliveries, and its replacement.
import type { Site, TenantSites } from './sites-file.ts';

/** After a rotation, deliveries that were signed with the former secret may still be on their way, and be retried. As long as a former
 * pairing's secret (connect.ts). */
const FORMER_SECRET_MS = 24 * 3600_000;

/** The secrets that deliveries may be signed with: the present one, and for a day after a rotation the former one. */
export function webhookSecrets(site: Site, nowMs: number): string[] {
  const former = site.formerWebhookSecret;
  const isValid = former && Date.parse(former.until) > nowMs;
  return [site.webhookSecret, isValid ? former.secret : null].filter((secret) => secret !== null);
}

/** The same site, unless a clock that was ahead made a former secret valid for longer than a day. */
export function shortenFormer(site: Site, nowMs: number): Site {
  const longestMs = nowMs + FORMER_SECRET_MS;
  const until = new Date(longestMs).toISOString();
  const isLong = (former: { until: string } | null | undefined) =>
    !!former && Date.parse(former.until) > longestMs;
  const { formerSecret, formerWebhookSecret } = site;
  if (!isLong(formerSecret) && !isLong(formerWebhookSecret)) return site;
  return {
    ...site,
    ...(formerSecret && isLong(formerSecret) && { formerSecret: { ...formerSecret, until } }),
    ...(formerWebhookSecret &&
      isLong(formerWebhookSecret) && { formerWebhookSecret: { ...formerWebhookSecret, until } }),
  };
}

/** The site with another signing secret. */
export function withWebhookSecret(site: Site, webhookSecret: string, nowMs: number): Site {
  const isRotation = site.webhookSecret !== null && site.webhookSecret !== webhookSecret;
  const until = new Date(nowMs + FORMER_SECRET_MS).toISOString();
  const formerWebhookSecret = isRotation ? { secret: site.webhookSecret!, until } : site.formerWebhookSecret;
  return { ...site, webhookSecret, formerWebhookSecret };
}

/** Shortens how long former secrets of the site are taken. Returns the site as it is stored from then on. */
export function storeShorterSecrets(sites: Pick<TenantSites, 'update'>, site: Site, nowMs: number): Site {
  const shortened = shortenFormer(site, nowMs);
  if (shortened !== site) sites.update(site.siteId, (known) => shortenFormer(known, nowMs));
  return shortened;
}
