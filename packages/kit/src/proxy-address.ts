import { z } from 'zod';

/** In words, for the message about another value, which may have a password in it and so is not repeated. */
export const PROXY_ADDRESS = 'an http or https address such as http://user:password@proxy.example:3128';

/** The setting HTTPS_PROXY: the proxy of outgoing calls, with its password where it has one. */
export const proxyAddress = z.url({ protocol: /^https?$/, error: `must be ${PROXY_ADDRESS}` });
