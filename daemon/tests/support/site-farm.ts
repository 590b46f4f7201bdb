// Thousands of simulated sites behind one HTTP server, each at a folder of its own.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeSite } from './fake-site.ts';

export class SiteFarm {
  readonly sites: FakeSite[] = [];
  /** Requests that came in so far. */
  requests = 0;
  private readonly server: Server;
  private url = '';

  constructor() {
    this.server = createServer((request, response) => {
      this.requests += 1;
      const site = this.sites[Number(/^\/g(\d+)\//.exec(request.url ?? '')?.[1])];
      if (site === undefined) return void response.writeHead(404).end();
      // A site that is cut off in the middle of an answer is one of the faults that tests want.
      site.handle(request, response).catch(() => request.socket.destroy());
    });
    this.server.keepAliveTimeout = 10_000;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', 2048, resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A site at which nobody looks. */
  add(): FakeSite {
    const site = new FakeSite();
    site.url = `${this.url}/g${this.sites.length}`;
    site.watched = false;
    this.sites.push(site);
    return site;
  }
}
