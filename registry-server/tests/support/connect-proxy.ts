// A real HTTP proxy that makes tunnels, on loopback.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

export type ConnectProxy = {
  url: string;
  /** What it was asked for: place, and the credentials. */
  asked: { place: string; authorization: string | undefined }[];
  close: () => Promise<void>;
};

type Options = {
  /** The status with which it answers instead of making tunnels. */
  refuses?: number;
  /** Addresses of names that only it knows. */
  known?: Record<string, string>;
};

export async function startConnectProxy({ refuses, known = {} }: Options = {}): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = [];
  const server = createServer().on('connect', (request, socket, head) => {
    const place = request.url ?? '';
    asked.push({ place, authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => {});
    if (refuses !== undefined) return socket.end(`HTTP/1.1 ${refuses} Refused\r\n\r\n`);
    const { hostname, port } = new URL(`http://${place}`);
    const target = connect(Number(port), known[hostname] ?? hostname.replace(/^\[|\]$/g, ''), () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://user:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
