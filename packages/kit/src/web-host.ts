// The host of a web address: whether a list of hosts names it, and the address of a server that listens there.

/** In lower case, without the brackets of IPv6 and the dot at the end. */
export const bareHost = (url: URL): string => url.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** Whether the list names this host, with or without its port. */
export function namesHost(hosts: readonly string[], url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const names = [url.hostname.toLowerCase(), bareHost(url)];
  return hosts.some((entry) => names.some((name) => entry === name || entry === `${name}:${port}`));
}

/** Whether a server that listens there does so at every address of the machine: none that anybody can open. */
export const isEveryAddress = (host: string): boolean => ['0.0.0.0', '::'].includes(host);

/** The address of a server on this host and port; `tls`: whether it speaks HTTPS. */
export const originAt = ({ tls, host, port }: { tls?: unknown; host: string; port: number }): string =>
  `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
