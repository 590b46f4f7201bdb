// Stands between a client and a running registry and holds every answer against the registry's own description.
// Its `violations` are read at the end; requests and answers pass unchanged.
import { createServer, request as call } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE_PATH } from '../../registry-server/src/http/endpoint.ts';
import type { OpenApiDocument } from '../../registry-server/src/http/openapi/schemas.ts';
import { makeResponseCheck } from './response-check.ts';

export type CheckingProxy = {
  url: string;
  /** Every answer that was not as described, in the order of the calls. */
  violations: string[];
  /** How many answers of the API were checked. */
  checked: () => number;
  close: () => Promise<void>;
};

/** `target` is the origin of a registry that speaks HTTP. `port` 0 takes a free one. */
export async function startCheckingProxy(target: string, port = 0): Promise<CheckingProxy> {
  const described = await fetch(`${target}${BASE_PATH}/openapi.json`);
  const check = makeResponseCheck((await described.json()) as OpenApiDocument);
  const violations: string[] = [];
  let count = 0;

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '/';
    const options = { method: request.method, headers: request.headers };
    const outgoing = call(new URL(url, target), options, (answer) => {
      const chunks: Buffer[] = [];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (url.startsWith(`${BASE_PATH}/`) || url === BASE_PATH)
          judge(request, answer, Buffer.concat(chunks));
      });
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    request.pipe(outgoing);
  }

  function judge(request: IncomingMessage, answer: IncomingMessage, bytes: Buffer): void {
    count += 1;
    const text = bytes.toString('utf8');
    let body: unknown = text;
    try {
      if (text !== '') body = JSON.parse(text);
    } catch {
      // Stays text: the check will say that it is not an object.
    }
    const path = request.url?.slice(BASE_PATH.length) || '/';
    const { headers, statusCode: status = 0 } = answer;
    violations.push(...check({ method: request.method ?? '', path, status, headers, body }));
  }

  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    violations,
    checked: () => count,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
