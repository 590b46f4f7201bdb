// `pair` and `unpair`: add a site or remove it. A running service notices by itself.
import { createAgent } from '../net/agents.ts';
import { beginPairing } from '../site/begin-pairing.ts';
import { UsageError } from '#kit/cli-error';
import { isoTime, systemClock } from '#kit/clock';
import { readConfig } from '../config.ts';
import { isBaseAddress } from '../settings.ts';
import { isContinued, pairSite } from '../site/pair-site.ts';
import { atRegistry, SitesFile } from '../site/sites-file.ts';
import { isServiceRunning } from '../journal/service-lock.ts';
import { ownSites } from '../engine/tenancy.ts';
import { actAsOwnerOf } from './act-as-owner.ts';
import { CommandFailed } from './command-failed.ts';
import { openForCommand } from './open-for-command.ts';
import { answer } from './output.ts';
import {
  readApiKey,
  readWebhookSecret,
  type ApiKeyOptions,
  type WebhookSecretOptions,
} from './secret-input.ts';
import { mustBeSameOrganization, type OrganizationOptions } from './same-organization.ts';
import { wakeAddress, whereToDeliver } from './delivery-address.ts';
import { configOfService } from './service-config.ts';
import { verifyKey } from './verify-key.ts';

type PairOptions = ApiKeyOptions &
  OrganizationOptions &
  WebhookSecretOptions & { site: string; code: string; registry?: string; json?: boolean };

export async function pair(options: PairOptions): Promise<void> {
  const config = readConfig(process.env);
  const { siteUrl, basicAuth } = withoutPassword(webAddress(options.site, '--site'));
  const namedRegistry = options.registry === undefined ? null : registryAddress(options.registry);
  const apiKey = readApiKey(options);
  const webhookSecret = readWebhookSecret(options);
  actAsOwnerOf(config.dataDir);
  // The code works once: a key that is refused must not use it up.
  if (apiKey !== null && namedRegistry === null)
    throw new UsageError('A key belongs to a registry: give its address with --registry.');
  const descriptor = apiKey === null ? null : await verifyKey(namedRegistry!, apiKey, config.proxy);

  // Nor may a journal that cannot be opened.
  const journal = openForCommand(config.dataDir);
  const sites = new SitesFile(config.dataDir);
  const known = sites.find(siteUrl);
  if (known && apiKey !== null) {
    const key = { journal, siteId: known.siteId, registryUrl: namedRegistry!, apiKey };
    await mustBeSameOrganization(options, key, descriptor, config.proxy);
  }
  const agent = createAgent(config.proxy);
  const answered = await pairSite(siteUrl, options.code, wakeAddress(config), {
    clock: systemClock,
    timeoutMs: config.callTimeoutMs,
    agent,
    basicAuth,
  })
    .catch((error: unknown) => {
      journal.close();
      throw error;
    })
    .finally(() => agent.destroy());
  // A plugin makes a new id for each pairing; one that is known would bring another site's works along.
  if (sites.find(answered.site_id) || journal.siteIds().includes(answered.site_id)) {
    journal.close();
    throw new CommandFailed(
      `${siteUrl} names the id of another pairing, so it was not paired. Get a new code there.`,
    );
  }
  const before = sites.find(answered.former_site_id ?? siteUrl) ?? sites.find(siteUrl);
  const former = before && isContinued(before, answered, options.code) ? before : undefined;
  const registryUrl = namedRegistry ?? former?.registryUrl ?? '';
  const kept = former && atRegistry(former, registryUrl);
  const site = {
    siteId: answered.site_id,
    // The address that was typed works from here; the site's own may only work from outside.
    siteUrl,
    name: answered.name,
    ...(basicAuth === undefined ? {} : { basicAuth }),
    secret: answered.secret,
    registryUrl,
    apiKey: apiKey ?? kept?.apiKey ?? null,
    webhookSecret: webhookSecret ?? kept?.webhookSecret ?? null,
    formerWebhookSecret: kept?.formerWebhookSecret ?? null,
    pairedAt: isoTime(systemClock.now()),
    begins: { formerId: former?.siteId ?? null, ajaxPath: answered.ajax_path },
  };
  // The code is used up, and the secret is nowhere else.
  sites.save(site);
  // A running service does it at its next look, beside the engine of the former pairing.
  const isServed = isServiceRunning(config.dataDir);
  if (!isServed) beginPairing(journal, ownSites(sites), site);
  journal.close();

  const organization = descriptor?.organization.name ?? null;
  answer(
    options.json,
    {
      paired: true,
      site_id: site.siteId,
      site_url: siteUrl,
      name: site.name,
      organization,
      continues: former !== undefined,
      has_key: site.apiKey !== null,
      is_served: isServed,
    },
    [
      `Paired with ${site.name} (${siteUrl}).`,
      ...(before && !former ? [notContinued(before.siteUrl)] : []),
      organization
        ? `The registry knows the key as ${organization}.`
        : site.apiKey
          ? 'The registry does not answer just now; the key is checked as soon as it does.'
          : 'No API key yet: the owner enters it in WordPress, or set one with ' +
            `"key set --site …${registryUrl === '' ? ' --registry …' : ''} --api-key-file …".`,
      whereToDeliver(config, site.siteId),
      ...(isServed
        ? []
        : [
            `No sync service runs on ${config.dataDir} yet: start it with "install" or "run"; until then nothing is sent.`,
          ]),
    ],
  );
}

const notContinued = (siteUrl: string): string =>
  `The site did not prove that it is the one that was paired as ${siteUrl} before, so nothing was taken over from that pairing: ` +
  'give the API key again, in WordPress or with "key set --site … --api-key-file …".';

export function unpair(options: { site: string; purge?: boolean; json?: boolean }): void {
  const { dataDir } = configOfService();
  const sites = new SitesFile(dataDir);
  const site = sites.find(options.site);
  if (!site) throw new CommandFailed(`No paired site has the address ${options.site}. "status" lists them.`);
  sites.remove(site.siteId);
  if (options.purge) {
    const journal = openForCommand(dataDir);
    // A running service may still write; it removes the rows once its engine for the site has ended.
    journal.meta.save(site.siteId, 'purge', true);
    if (!isServiceRunning(dataDir)) journal.purge();
    journal.close();
  }
  answer(options.json, { unpaired: true, site_id: site.siteId, purged: options.purge === true }, [
    `${site.siteUrl} is no longer served. Its registry entries stay as they are.`,
    ...(options.purge ? ['Its data is removed from the journal.'] : []),
  ]);
}

/** A password that the web server asks for is kept apart: addresses are printed and logged. */
function withoutPassword(address: string): { siteUrl: string; basicAuth: string | undefined } {
  const url = new URL(address);
  if (url.username === '') return { siteUrl: address, basicAuth: undefined };
  const basicAuth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = url.password = '';
  return { siteUrl: url.href.replace(/\/+$/, ''), basicAuth };
}

function webAddress(text: string, option: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http or https address.`);
  // A path is put behind it.
  if (/[?#]/.test(text)) throw new UsageError(`${option} must be an address without a query and a "#".`);
  return text.replace(/\/+$/, '');
}

/** It is stored, printed and logged. */
export function registryAddress(text: string): string {
  const address = webAddress(text, '--registry');
  if (!isBaseAddress(address)) throw new UsageError('--registry must be an address without a password.');
  return address;
}
