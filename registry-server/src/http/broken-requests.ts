// Answers to malformed or incomplete HTTP requests. The parser gives up before any route, so the answer is written to the
// socket directly, in the same envelope with the same headers.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from './api-error.ts';
import { JSON_TYPE } from './error-replies.ts';

/** How long a request may take to arrive: 4 MiB over a line of 300 kbit/s. */
export const REQUEST_TIMEOUT_MS = 120_000;

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = new ApiError(codeOf(error.code));
  const body = JSON.stringify({ error: answer.body });
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'x-registry-api-version: v1',
    'cache-control: no-store',
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function codeOf(parserCode: string | undefined) {
  if (parserCode === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (parserCode === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'malformed_request';
}
