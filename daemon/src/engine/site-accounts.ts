// The registry accounts of the sites that are being served: sites with the same key share one, which is there as long as one of them has
// an engine.
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { Clock } from '#kit/clock';
import type { Config } from '../config.ts';
import { Account, type AccountMemory } from '../registry/account.ts';
import { createRegistryBreaker, type RegistryBreaker } from '../registry/registry-breaker.ts';
import { createRegistryClient, type CallMade, type RegistryClient } from '../registry/registry-client.ts';
import type { Site, Sites } from '../site/sites-file.ts';

/** `users`: the sites with an engine, in the order in which they came. */
type Held = { account: Account; users: Site[] };

export function createSiteAccounts(deps: {
  config: Pick<Config, 'callTimeoutMs' | 'probeMs'>;
  clock: Clock;
  agent: Dispatcher;
  log: Pick<Logger, 'debug'>;
  sites: Pick<Sites, 'keyOf'>;
  /** Thousands of keys must not each find out that the registry is down. */
  failuresOfRegistry: number;
}) {
  const { config, clock, agent } = deps;
  /** By registry. */
  const breakers = new Map<string, RegistryBreaker>();
  const accounts = new Map<string, Held>();
  const nameOf = (site: Site) => `${site.registryUrl} ${site.apiKey ?? ''}`;

  function open(site: Site, users: Site[], memory: AccountMemory | undefined): Account {
    const { registryUrl } = site;
    const onCall = (call: CallMade) => deps.log.debug(call, 'registry call');
    const options = { clock, timeoutMs: config.callTimeoutMs, agent, onCall };
    // Any of the sites with the key: the one that came first may have left, or its row cannot be opened any more.
    const keyOf = () => {
      let problem: unknown;
      for (const user of users) {
        try {
          const key = deps.sites.keyOf(user);
          if (key !== null) return key;
        } catch (error) {
          problem = error;
        }
      }
      if (problem !== undefined) throw problem;
      return null;
    };
    const client = site.apiKey
      ? guarded(registryUrl, createRegistryClient(registryUrl, keyOf, options))
      : null;
    return new Account({ registryUrl, client, clock, probeMs: config.probeMs, memory });
  }

  function guarded(registryUrl: string, client: RegistryClient): RegistryClient {
    const breaker = breakers.get(registryUrl) ?? createRegistryBreaker(clock, deps.failuresOfRegistry);
    breakers.set(registryUrl, breaker);
    return breaker.guard(client);
  }

  function release(site: Site): void {
    const { users = [] } = accounts.get(nameOf(site)) ?? {};
    const place = users.indexOf(site);
    if (place >= 0) users.splice(place, 1);
    if (users.length === 0) accounts.delete(nameOf(site));
  }

  return {
    /**
     * Starts what uses the account of the site's key, until `release`. Where `start` throws, as where the journal cannot be read, nothing is
     * held: each try would hold it once more. `memory`: what the account begins with where there is none yet.
     */
    take<User>(site: Site, memory: AccountMemory | undefined, start: (account: Account) => User): User {
      const name = nameOf(site);
      const users = accounts.get(name)?.users ?? [];
      const account = accounts.get(name)?.account ?? open(site, users, memory);
      users.push(site);
      accounts.set(name, { account, users });
      try {
        return start(account);
      } catch (error) {
        release(site);
        throw error;
      }
    },
    release,
  };
}
