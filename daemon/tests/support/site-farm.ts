// Thousands of simulated sites in one process: one HTTP server behind them, and an address of its own for each, because a host shares
// connections, probes and breakers by address.
import { createServer, type Server } from 'node:http';
import { createServer as createListener, type AddressInfo, type Server as Listener } from 'node:net';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';

export class SiteFarm {
  /** Requests that came in so far. */
  requests = 0;
  private readonly listeners = new Map<FakeSite, Listener>();
  /** By address and port. */
  private readonly sites = new Map<string, FakeSite>();
  private readonly server: Server;
  private readonly hasOwnHosts: boolean;

  /** `hasOwnHosts`: each site has a loopback address of its own, 127.1.0.1 and so on, as a host limits the moves from one host name. */
  constructor({ hasOwnHosts = false }: { hasOwnHosts?: boolean | undefined } = {}) {
    this.hasOwnHosts = hasOwnHosts;
    this.server = createServer((request, response) => {
      this.requests += 1;
      const { localAddress, localPort } = request.socket;
      const site = this.sites.get(`${localAddress}:${localPort}`);
      if (site === undefined) return void request.socket.destroy();
      // A site that is cut off in the middle of an answer is one of the faults that tests want.
      site.handle(request, response).catch(() => request.socket.destroy());
    });
  }

  /** A site at which nobody looks. */
  async add(): Promise<FakeSite> {
    const site = new FakeSite();
    site.watched = false;
    const serial = this.listeners.size + 1;
    await this.listen(site, this.hasOwnHosts ? `127.1.${serial >> 8}.${serial & 255}` : '127.0.0.1');
    return site;
  }

  /** The site gets another address; at the former one nobody answers. */
  async move(site: FakeSite): Promise<void> {
    const { host, hostname } = new URL(site.url);
    this.sites.delete(host);
    this.listeners.get(site)?.close();
    await this.listen(site, hostname);
  }

  async stop(): Promise<void> {
    for (const listener of this.listeners.values()) listener.close();
    this.server.closeAllConnections();
  }

  private async listen(site: FakeSite, host: string): Promise<void> {
    const listener = createListener((socket) => void this.server.emit('connection', socket));
    await new Promise<void>((resolve) => listener.listen(0, host, resolve));
    const { port } = listener.address() as AddressInfo;
    this.listeners.set(site, listener);
    this.sites.set(`${host}:${port}`, site);
    site.url = `http://${host}:${port}`;
  }
}
