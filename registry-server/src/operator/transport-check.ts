// Who may open the console: holders of the password or of a link made by a command on this machine, and only over a
// connection that others cannot read. A local address proves nothing: behind a reverse proxy every visitor has one.
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';

export type DoorConfig = Pick<Config, 'operatorPasswordHash'>;

/** Whether others could read the password on its way here; then it is not even asked for. */
export function isReadableByOthers(request: FastifyRequest): boolean {
  return request.protocol !== 'https' && !isLoopbackAddress(request.socket.remoteAddress);
}

/** Whether the browser uses HTTPS, to us or to the proxy before us; then the cookie is sent over HTTPS only. */
export function isSecure(request: FastifyRequest, publicUrl: string): boolean {
  if (request.protocol === 'https') return true;
  return publicUrl === `https://${request.headers.host ?? ''}`.toLowerCase();
}

/** A form sent from another site is refused before its token is checked. */
export function isSameSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
