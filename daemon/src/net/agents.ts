// Agents for outgoing calls: directly, or through the proxy of HTTPS_PROXY.
import type { LookupFunction } from 'node:net';
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';
import { checkedProxyAgent, type Proxy } from '#kit/checked-proxy';
import type { Network } from '#kit/network';

/** This machine is never on the other side of a proxy. */
const OWN_MACHINE = 'localhost,127.0.0.1,[::1]';

/** For addresses that the operator of the service has named. The caller closes it. */
export function createAgent(
  proxy: Proxy | null,
  options: Agent.Options = {},
  network?: Network | undefined,
): Dispatcher {
  if (network !== undefined) return network.connect();
  if (proxy === null) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: '',
    httpsProxy: proxy.url,
    noProxy: `${OWN_MACHINE},${proxy.except}`,
  });
}

/** For addresses that anybody has named: `lookup` refuses what may not be called. The caller closes it. */
export function createCheckedAgent(
  proxy: Proxy | null,
  { lookup, timeout, ...options }: Agent.Options & { lookup: LookupFunction; timeout?: number },
): Dispatcher {
  const connect = { lookup, ...(timeout !== undefined && { timeout }) };
  if (proxy === null) return new Agent({ ...options, connect });
  const connectTimeout = timeout !== undefined && { connectTimeout: timeout };
  return checkedProxyAgent(proxy, { ...options, lookup, connect, ...connectTimeout });
}
