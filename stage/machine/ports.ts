// Which ports a run uses: the usual ones, named with the option that changes them when they are taken, or free ones.
import { createServer } from 'node:net';
import getPort, { portNumbers } from 'get-port';

export interface Ports {
  wordpress: number;
  registry: number;
  daemon: number;
}

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

/**
 * A free port on loopback that stays free while its server is stopped for a moment: below those that Linux gives to outgoing
 * connections (32768 and above), and above those that browsers refuse.
 */
export function freePort(): Promise<number> {
  const first = 11_000 + Math.floor(Math.random() * 21_000);
  return getPort({ port: portNumbers(first, first + 200) });
}

/** Three free ports on loopback. */
export async function freePorts(): Promise<Ports> {
  return { wordpress: await freePort(), registry: await freePort(), daemon: await freePort() };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
