// The registry accounts of the sites that are being served: sites with the same key share one, which is there as long as one of them has
// an engine.
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { Account, type AccountMemory } from './registry/account.ts';
import { createRegistryBreaker, type RegistryBreaker } from './registry/registry-breaker.ts';
import { createRegistryClient, type RegistryClient } from './registry/registry-client.ts';
import type { Site } from './site/sites-file.ts';

export function createSiteAccounts(deps: {
  config: Pick<Config, 'callTimeoutMs' | 'probeMs'>;
  clock: Clock;
  agent: Dispatcher;
  /** Of a host: thousands of keys must not each find out that the registry is down. */
  hasBreakers: boolean;
}) {
  const { config, clock, agent } = deps;
  /** By registry. */
  const breakers = new Map<string, RegistryBreaker>();
  const accounts = new Map<string, { account: Account; users: number }>();
  const nameOf = (site: Site) => `${site.registryUrl} ${site.apiKey ?? ''}`;

  function open(site: Site, memory: AccountMemory | undefined): Account {
    const { registryUrl, apiKey } = site;
    const options = { timeoutMs: config.callTimeoutMs, agent };
    const client = apiKey ? guarded(registryUrl, createRegistryClient(registryUrl, apiKey, options)) : null;
    return new Account({ registryUrl, client, clock, probeMs: config.probeMs, memory });
  }

  function guarded(registryUrl: string, client: RegistryClient): RegistryClient {
    if (!deps.hasBreakers) return client;
    const breaker = breakers.get(registryUrl) ?? createRegistryBreaker(clock);
    breakers.set(registryUrl, breaker);
    return breaker.guard(client);
  }

  return {
    /** The account of the site's key, until `release`. `memory`: what it begins with where there is none yet. */
    take(site: Site, memory?: AccountMemory): Account {
      const name = nameOf(site);
      const held = accounts.get(name) ?? { account: open(site, memory), users: 0 };
      held.users += 1;
      accounts.set(name, held);
      return held.account;
    },
    release(site: Site): void {
      const name = nameOf(site);
      const held = accounts.get(name);
      if (held === undefined) return;
      held.users -= 1;
      if (held.users === 0) accounts.delete(name);
    },
  };
}
