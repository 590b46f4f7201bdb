// Who may open the console: holders of the password or of a link made by a command on this machine, and only over a
// connection that others cannot read. A local address proves nothing: behind a reverse proxy every visitor has one.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

export type DoorConfig = Pick<Config, 'operatorPasswordHash'>;

/** Whether the browser uses HTTPS, to us or to the proxy before us; then the cookie is sent over HTTPS only. */
export function isSecure(request: FastifyRequest, publicUrl: string): boolean {
  if (request.protocol === 'https') return true;
  return publicUrl === `https://${request.headers.host ?? ''}`.toLowerCase();
}
