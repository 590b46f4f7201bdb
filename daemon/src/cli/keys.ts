// `key set` and `webhook-secret set`: replace what only this service knows.
import { UsageError } from '#kit/cli-error';
import { systemClock } from '#kit/clock';
import type { Config } from '../config.ts';
import { atRegistry, SitesFile, type Site } from '../site/sites-file.ts';
import { withWebhookSecret } from '../site/webhook-secrets.ts';
import { CommandFailed } from './command-failed.ts';
import { openForCommand } from './open-for-command.ts';
import { answer } from './output.ts';
import { registryAddress } from './pair.ts';
import {
  readApiKey,
  readWebhookSecret,
  type ApiKeyOptions,
  type WebhookSecretOptions,
} from './secret-input.ts';
import { mustBeSameOrganization, type OrganizationOptions } from './same-organization.ts';
import { whereToDeliver } from './delivery-address.ts';
import { configOfService } from './service-config.ts';
import { verifyKey } from './verify-key.ts';

export async function setApiKey(
  options: ApiKeyOptions & OrganizationOptions & { site: string; registry?: string; json?: boolean },
): Promise<void> {
  const apiKey = readApiKey(options);
  if (apiKey === null)
    throw new UsageError('Give the key with --api-key-file, --api-key-stdin or REGISTRY_API_KEY.');
  const { config, sites, site } = findSite(options.site);
  const registryUrl = options.registry === undefined ? site.registryUrl : registryAddress(options.registry);
  if (registryUrl === '')
    throw new CommandFailed(
      `No registry is known for ${site.siteUrl} yet: add its address, as in --registry https://registry.example/api/v1.`,
    );
  const descriptor = await verifyKey(registryUrl, apiKey, config.proxy);
  const journal = openForCommand(config.dataDir);
  const key = { journal, siteId: site.siteId, registryUrl, apiKey };
  await mustBeSameOrganization(options, key, descriptor, config.proxy).finally(() => journal.close());
  const next = atRegistry(site, registryUrl);
  sites.save({ ...next, apiKey });
  const organization = descriptor?.organization.name ?? null;
  answer(options.json, { key_set: true, site_id: site.siteId, organization }, [
    organization
      ? `The registry knows the key as ${organization}.`
      : 'The registry does not answer just now; the key is checked as soon as it does.',
    ...(site.webhookSecret !== null && next.webhookSecret === null
      ? [
          'The signing secret of the former registry is removed: set that of this one with "webhook-secret set".',
        ]
      : []),
  ]);
}

export function setWebhookSecret(options: WebhookSecretOptions & { site: string; json?: boolean }): void {
  const webhookSecret = readWebhookSecret(options);
  if (webhookSecret === null) {
    throw new UsageError('Give the secret with --webhook-secret-file or --webhook-secret-stdin.');
  }
  const { config, sites, site } = findSite(options.site);
  sites.save(withWebhookSecret(site, webhookSecret, systemClock.now()));
  answer(options.json, { webhook_secret_set: true, site_id: site.siteId }, [
    `The signing secret for ${site.siteUrl} is set.`,
    whereToDeliver(config, site.siteId),
  ]);
}

function findSite(idOrUrl: string): { config: Config; sites: SitesFile; site: Site } {
  const config = configOfService();
  const sites = new SitesFile(config.dataDir);
  const site = sites.find(idOrUrl);
  if (!site) throw new CommandFailed(`No paired site has the address ${idOrUrl}. "status" lists them.`);
  return { config, sites, site };
}
