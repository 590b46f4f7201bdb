// Which requests a console of an operator takes at all, before anybody signs in.
import type { FastifyRequest } from 'fastify';

/** Whether the other end of a connection is on this machine; the address as a socket says it. */
export const isLoopback = (address = ''): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Whether others could read the password on its way here; then it is not even asked for. */
export const isReadableByOthers = (request: FastifyRequest): boolean =>
  request.protocol !== 'https' && !isLoopback(request.socket.remoteAddress);

/** A form sent from another site is refused before its token is checked. */
export function isSameSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

/**
 * Checks passwords one after the other: parallel guesses would exhaust the machine's memory, because each check takes 64 MiB of it.
 */
export function oneAtATime(): <Result>(check: () => Promise<Result>) => Promise<Result> {
  let line: Promise<unknown> = Promise.resolve();
  return (check) => {
    const checked = line.then(check);
    line = checked.catch(() => undefined);
    return checked;
  };
}
