// The host of a web address, and whether a list of hosts names it.

/** In lower case, without the brackets of IPv6 and the dot at the end. */
export const bareHost = (url: URL): string => url.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** Whether the list names this host, with or without its port. */
export function namesHost(hosts: readonly string[], url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const names = [url.hostname.toLowerCase(), bareHost(url)];
  return hosts.some((entry) => names.some((name) => entry === name || entry === `${name}:${port}`));
}
