// Who may reach the console at all. Without a password: somebody at this machine, and nobody else by any detour (a
// reverse proxy on loopback, a web page that makes its name point to 127.0.0.1). With one: everybody, over HTTPS.
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isLoopbackName, isLoopbackOnly } from '../config.ts';
import type { Config } from '../config.ts';

export type DoorConfig = Pick<Config, 'trustProxy' | 'publicUrl' | 'operatorPasswordHash'>;
export type Door = { isOpen: true } | { isOpen: false; reason: string };

// Written by proxies; a browser at this machine sends none of them.
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

const NEEDS_PASSWORD =
  'Without a password it is open to this machine only. Make a hash with the command operator password and start the server with REGISTRY_OPERATOR_PASSWORD_HASH.';

export function doorOf(request: FastifyRequest, config: DoorConfig): Door {
  const isFromHere = isLoopbackAddress(request.socket.remoteAddress);
  if (config.operatorPasswordHash !== undefined) {
    return isFromHere || request.protocol === 'https'
      ? { isOpen: true }
      : {
          isOpen: false,
          reason: 'The password would travel where others can read it. Use the HTTPS address.',
        };
  }
  const isOpen =
    isFromHere &&
    isLoopbackOnly(config) &&
    isLoopbackName(hostOf(request)) &&
    PROXY_HEADERS.every((name) => request.headers[name] === undefined);
  return isOpen ? { isOpen } : { isOpen, reason: NEEDS_PASSWORD };
}

/** Whether the browser talks HTTPS, to us or to the proxy before us: then the cookie never goes another way. */
export function isSecure(request: FastifyRequest, publicUrl: string): boolean {
  if (request.protocol === 'https') return true;
  return publicUrl === `https://${request.headers.host ?? ''}`.toLowerCase();
}

/** A form that another site sends is refused even before its token is looked at. */
export function isSameSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

function hostOf(request: FastifyRequest): string {
  return (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
