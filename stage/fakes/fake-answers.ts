// How a fake program answers a request: a status, JSON, headers.
import type { ServerResponse } from 'node:http';

export const errorBody = (code: string, message: string) => ({ error: { code, message } });

export const refuse = (response: ServerResponse, code: string) =>
  send(response, 401, JSON.stringify(errorBody(code, 'Refused.')), {});

export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: { [name: string]: string },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}
