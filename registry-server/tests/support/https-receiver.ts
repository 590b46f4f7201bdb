// A real HTTPS receiver for webhooks, with a certificate made on the spot. Answers are scripted by the test.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export type Received = { headers: IncomingHttpHeaders; rawBody: Buffer; atMs: number };
export type Receiver = {
  url: string;
  host: string;
  caFile: string;
  received: Received[];
  /** Deliveries being answered right now, and the most there ever were. */
  peak: () => number;
  /** Made so far, whether or not a request followed. */
  connections: () => number;
  answer: (respond: (received: Received, response: ServerResponse) => void) => void;
  close: () => Promise<void>;
};

/** A key and a certificate good for localhost, receiver.test and 127.0.0.1, as files in the folder. */
export function makeCertificate(folder: string): { keyFile: string; caFile: string } {
  const [keyFile, caFile] = [join(folder, 'receiver.key'), join(folder, 'receiver.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,DNS:receiver.test,IP:127.0.0.1',
      '-keyout',
      keyFile,
      '-out',
      caFile,
    ],
    { stdio: 'ignore' },
  );
  return { keyFile, caFile };
}

/** Listens on a loopback address. */
export async function startReceiver(
  folder: string,
  { address = '127.0.0.1', port = 0 } = {},
): Promise<Receiver> {
  const { keyFile, caFile } = makeCertificate(folder);
  const received: Received[] = [];
  let [open, most, connections] = [0, 0, 0];
  let respond = (_received: Received, response: ServerResponse): void => {
    response.writeHead(204).end();
  };
  const server = createServer(
    { key: readFileSync(keyFile), cert: readFileSync(caFile) },
    (request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.once('close', () => (open -= 1));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const entry = { headers: request.headers, rawBody: Buffer.concat(chunks), atMs: Date.now() };
        received.push(entry);
        respond(entry, response);
      });
    },
  );
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `https://${host}/hook`,
    host,
    caFile,
    received,
    peak: () => most,
    connections: () => connections,
    answer: (script) => {
      respond = script;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
