// Thousands of simulated sites in one process: one HTTP server behind them, and an address of its own for each, because a host shares
// connections, probes and breakers by address.
import { createServer, type Server } from 'node:http';
import { createServer as createListener, type AddressInfo, type Server as Listener } from 'node:net';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';

export class SiteFarm {
  /** Requests that came in so far. */
  requests = 0;
  private readonly listeners = new Map<FakeSite, Listener>();
  private readonly sites = new Map<number, FakeSite>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      this.requests += 1;
      const site = this.sites.get(request.socket.localPort ?? 0);
      if (site === undefined) return void request.socket.destroy();
      // A site that is cut off in the middle of an answer is one of the faults that tests want.
      site.handle(request, response).catch(() => request.socket.destroy());
    });
  }

  /** A site at which nobody looks. */
  async add(): Promise<FakeSite> {
    const site = new FakeSite();
    site.watched = false;
    await this.listen(site);
    return site;
  }

  /** The site gets another address; at the former one nobody answers. */
  async move(site: FakeSite): Promise<void> {
    this.sites.delete(Number(new URL(site.url).port));
    this.listeners.get(site)?.close();
    await this.listen(site);
  }

  async stop(): Promise<void> {
    for (const listener of this.listeners.values()) listener.close();
    this.server.closeAllConnections();
  }

  private async listen(site: FakeSite): Promise<void> {
    const listener = createListener((socket) => void this.server.emit('connection', socket));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    this.listeners.set(site, listener);
    this.sites.set(port, site);
    site.url = `http://127.0.0.1:${port}`;
  }
}
