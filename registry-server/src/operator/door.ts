// Who may reach the console at all: whoever has the password, or a link that a command on this machine made, and only
// where nobody reads along. Sitting at this machine is no proof: behind a reverse proxy everybody seems to.
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';

export type DoorConfig = Pick<Config, 'operatorPasswordHash'>;

/** Whether what opens the console could be read on its way here: then it is not even asked for. */
export function isReadableByOthers(request: FastifyRequest): boolean {
  return request.protocol !== 'https' && !isLoopbackAddress(request.socket.remoteAddress);
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

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
