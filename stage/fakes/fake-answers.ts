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

/** Works that never end, as far as this number. */
export function endlessPage(upTo: number, limit: number): object {
  const changes = Array.from({ length: limit }, (_, index) => ({
    external_id: `e${upTo - limit + index}`,
    revision: 1,
    state: 'not_shared',
    title: 'One of very many',
    reason: 'draft',
    artwork: null,
    recheck_at: null,
    error: null,
    said: null,
  }));
  return { changes, remaining: 1_000_000, sweeping: false };
}
