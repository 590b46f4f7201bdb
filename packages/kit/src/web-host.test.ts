import { expect, it } from 'vitest';
import { bareHost, namesHost, originAt } from './web-host.ts';

it.each([
  ['https://SHOP.example./x', 'shop.example'],
  ['https://[::1]:8443/', '::1'],
])('the bare host of %s is %s', (url, host) => expect(bareHost(new URL(url))).toBe(host));

it.each([
  ['https://shop.example/', ['shop.example']],
  ['https://shop.example/', ['shop.example:443']],
  ['http://shop.example/', ['shop.example:80']],
  ['https://[::1]:8443/', ['::1']],
  ['https://[::1]:8443/', ['[::1]:8443']],
])('%s is named by %j', (url, hosts) => expect(namesHost(hosts, new URL(url))).toBe(true));

it.each([
  ['https://shop.example/', ['shop.example:444', 'x.shop.example', 'example', '']],
  ['https://shop.example/', []],
])('%s is not named by %j', (url, hosts) => expect(namesHost(hosts, new URL(url))).toBe(false));

it.each([
  [{ host: '127.0.0.1', port: 80 }, 'http://127.0.0.1:80'],
  [{ tls: { certFile: 'a', keyFile: 'b' }, host: '::1', port: 8443 }, 'https://[::1]:8443'],
  [{ tls: null, host: 'shop.example', port: 0 }, 'http://shop.example:0'],
])('a server at %j has the address %s', (at, origin) => expect(originAt(at)).toBe(origin));
