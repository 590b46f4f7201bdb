// Agents for outgoing calls: directly, or through the proxy of HTTPS_PROXY.
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';

export type Proxy = {
  /** May hold a password: never shown. */
  url: string;
  /** Hosts that are called directly, as NO_PROXY names them. */
  except: string;
};

/** This machine is never on the other side of a proxy. */
const OWN_MACHINE = 'localhost,127.0.0.1,[::1]';

/** For addresses that whoever runs the service has named. The caller closes it. */
export function createAgent(proxy: Proxy | null, options: Agent.Options = {}): Dispatcher {
  if (proxy === null) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: '',
    httpsProxy: proxy.url,
    noProxy: `${OWN_MACHINE},${proxy.except}`,
  });
}

/**
 * For addresses that anybody has named: `lookup` refuses what may not be called. The proxy is given the address that was checked, not the
 * name, which might lead it to another one. The caller closes it.
 */
export function createCheckedAgent(
  proxy: Proxy | null,
  { lookup, timeout, ...options }: Agent.Options & { lookup: LookupFunction; timeout?: number },
): Dispatcher {
  const connect = { lookup, ...(timeout !== undefined && { timeout }) };
  if (proxy === null) return new Agent({ ...options, connect });
  return new EnvHttpProxyAgent({
    ...options,
    connect,
    ...(timeout !== undefined && { connectTimeout: timeout }),
    httpProxy: '',
    httpsProxy: proxy.url,
    noProxy: proxy.except,
    clientFactory: (origin, given) => checkedTunnels(new Pool(origin, given as Pool.Options), lookup),
  });
}

/** Asks the proxy for tunnels to checked addresses only. */
function checkedTunnels(pool: Pool, lookup: LookupFunction): Pool {
  const connect = pool.connect.bind(pool) as (
    options: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions) {
      const path = await checkedPlace(options.path, lookup);
      return connect({ ...options, path, headers: { ...options.headers, host: path } });
    },
  });
}

/** "shop.example:443" as "93.184.215.14:443". */
async function checkedPlace(place: string, lookup: LookupFunction): Promise<string> {
  const colon = place.lastIndexOf(':');
  const host = place.slice(0, colon);
  // An address as written was checked with the site.
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return place;
  const address = await new Promise<string>((resolve, reject) =>
    lookup(host, {}, (error, found) =>
      error ? reject(error) : resolve(typeof found === 'string' ? found : (found[0]?.address ?? '')),
    ),
  );
  return `${isIP(address) === 6 ? `[${address}]` : address}${place.slice(colon)}`;
}
