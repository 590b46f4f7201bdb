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
  answer: (respond: (received: Received, response: ServerResponse) => void) => void;
  close: () => Promise<void>;
};

export async function startReceiver(folder: string): Promise<Receiver> {
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
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      keyFile,
      '-out',
      caFile,
    ],
    { stdio: 'ignore' },
  );
  const received: Received[] = [];
  let [open, most] = [0, 0];
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `https://${host}/hook`,
    host,
    caFile,
    received,
    peak: () => most,
    answer: (script) => {
      respond = script;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
