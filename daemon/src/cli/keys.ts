// `key set` and `webhook-secret set`: replace what only this service knows.
import { readConfig } from '../config.ts';
import { SitesFile, type Site } from '../sites-file.ts';
import { CommandFailed } from './command-failed.ts';
import { answer } from './output.ts';
import {
  readApiKey,
  readWebhookSecret,
  type ApiKeyOptions,
  type WebhookSecretOptions,
} from './secret-input.ts';
import { verifyKey } from './verify-key.ts';

/** Deliveries signed before a rotation may still be on their way, and be tried again. */
const FORMER_SECRET_MS = 24 * 3600_000;

export async function setApiKey(options: ApiKeyOptions & { site: string; json?: boolean }): Promise<void> {
  const { sites, site } = findSite(options.site);
  const apiKey = readApiKey(options);
  if (apiKey === null)
    throw new CommandFailed('Give the key with --api-key-file, --api-key-stdin or REGISTRY_API_KEY.');
  const descriptor = await verifyKey(site.registryUrl, apiKey);
  sites.save({ ...site, apiKey });
  const organization = descriptor?.organization.name ?? null;
  answer(options.json, { key_set: true, site_id: site.siteId, organization }, [
    organization
      ? `The registry knows the key as ${organization}.`
      : 'The registry does not answer just now; the key is checked as soon as it does.',
  ]);
}

export function setWebhookSecret(options: WebhookSecretOptions & { site: string; json?: boolean }): void {
  const { sites, site } = findSite(options.site);
  const webhookSecret = readWebhookSecret(options);
  if (webhookSecret === null) {
    throw new CommandFailed('Give the secret with --webhook-secret-file or --webhook-secret-stdin.');
  }
  const isRotation = site.webhookSecret !== null && site.webhookSecret !== webhookSecret;
  const until = new Date(Date.now() + FORMER_SECRET_MS).toISOString();
  const formerWebhookSecret = isRotation ? { secret: site.webhookSecret!, until } : site.formerWebhookSecret;
  sites.save({ ...site, webhookSecret, formerWebhookSecret });
  answer(options.json, { webhook_secret_set: true, site_id: site.siteId }, [
    `Events for ${site.siteUrl} are accepted at <address of this service>/webhooks/registry/${site.siteId}`,
  ]);
}

function findSite(idOrUrl: string): { sites: SitesFile; site: Site } {
  const sites = new SitesFile(readConfig(process.env).dataDir);
  const site = sites.find(idOrUrl);
  if (!site) throw new CommandFailed(`No paired site has the address ${idOrUrl}. "status" lists them.`);
  return { sites, site };
}
