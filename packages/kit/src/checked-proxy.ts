// Calls to addresses that anybody has named, through the proxy of HTTPS_PROXY. The proxy is given the address that was checked, not the
// name: the name might lead it to another one, inside the network.
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { EnvHttpProxyAgent, Pool } from 'undici';
import type { Dispatcher } from 'undici';

export type Proxy = {
  /** May hold a password: never shown. */
  url: string;
  /** Hosts that are called directly, as NO_PROXY names them. */
  except: string;
};

type Options = EnvHttpProxyAgent.Options & {
  /** Refuses what may not be called. */
  lookup: LookupFunction;
};

/** Hosts that NO_PROXY names are called with `connect`. `connectTimeout`: for the connection with its handshake. The caller closes it. */
export function checkedProxyAgent(
  { url, except }: Proxy,
  { lookup, ...options }: Options & { connectTimeout?: number },
): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: '',
    httpsProxy: url,
    noProxy: except,
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
      const answer = await connect({ ...options, path, headers: { ...options.headers, host: path } }).catch(
        (error: NodeJS.ErrnoException) => {
          // The code tells whether a connection was made.
          throw Object.assign(new Error(`the proxy does not answer: ${error.message}`, { cause: error }), {
            code: error.code,
          });
        },
      );
      if (answer.statusCode === 200) return answer;
      answer.socket.destroy();
      throw new Error(`the proxy refuses with HTTP ${answer.statusCode}`);
    },
  });
}

/** "shop.example:443" as "93.184.215.14:443". */
async function checkedPlace(place: string, lookup: LookupFunction): Promise<string> {
  const colon = place.lastIndexOf(':');
  const host = place.slice(0, colon);
  // An address as written was checked by the caller.
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return place;
  const address = await new Promise<string>((resolve, reject) =>
    lookup(host, {}, (error, found) =>
      error ? reject(error) : resolve(typeof found === 'string' ? found : (found[0]?.address ?? '')),
    ),
  );
  return `${isIP(address) === 6 ? `[${address}]` : address}${place.slice(colon)}`;
}
