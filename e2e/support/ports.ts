// Which ports a run uses: the usual ones, named with the option that changes them when they are taken, or free ones.
import { createServer } from 'node:net';
import getPort from 'get-port';
import type { Ports } from './system.ts';

export const usualPorts: Ports = { wordpress: 8080, registry: 8787, daemon: 8788 };

/** @throws Error naming the used port and the option that changes it */
export async function checkPorts(ports: Ports): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue;
    throw new Error(
      `Port ${port} is used by another program. Choose another one for ${name}: npm start -- --${name}-port ${port + 1000}`,
    );
  }
}

/** Three free ports on loopback. */
export async function freePorts(): Promise<Ports> {
  return { wordpress: await getPort(), registry: await getPort(), daemon: await getPort() };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
