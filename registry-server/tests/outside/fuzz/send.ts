// Sends a request as raw bytes and reads the first answer. Never throws: hanging up is an outcome.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FuzzRequest } from './arbitrary-request.ts';

export type FuzzAnswer =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'closed' }
  | { kind: 'hang' };

/** `hang` when nothing has come within `limitMs`. */
export function send(port: number, request: FuzzRequest, limitMs: number): Promise<FuzzAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => finish({ kind: 'hang' }), limitMs);
    const finish = (answer: FuzzAnswer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = firstAnswer(Buffer.concat(chunks), request.method);
      if (answer !== undefined) finish(answer);
    });
    socket.on('close', () => finish({ kind: 'closed' }));
    socket.on(
      'connect',
      () => void write(request, (bytes) => !socket.destroyed && socket.write(bytes), finish),
    );
  });
}

async function write(
  request: FuzzRequest,
  put: (bytes: Uint8Array) => unknown,
  finish: (answer: FuzzAnswer) => void,
): Promise<void> {
  let left = request.cutAfter ?? Infinity;
  for (const piece of [headOf(request), ...request.body]) {
    if (request.pauseMs > 0) await wait(request.pauseMs);
    put(piece.subarray(0, left));
    left -= piece.length;
    if (left <= 0) {
      await wait(request.pauseMs);
      return finish({ kind: 'closed' });
    }
  }
}

function headOf({ method, target, headers, body }: FuzzRequest): Buffer {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  const has = (name: string) => headers.some(([given]) => given === name);
  const lines = [`${method} ${target} HTTP/1.1`];
  if (!has('host')) lines.push('host: registry.test');
  if (length > 0 && !has('content-length') && !has('transfer-encoding'))
    lines.push(`content-length: ${length}`);
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** The first final answer in the bytes, once it is there as a whole. */
function firstAnswer(bytes: Buffer, method: string): FuzzAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return firstAnswer(rest, method);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const length = method === 'HEAD' || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
  if (rest.length < length) return undefined;
  return { kind: 'answer', status, headers, text: rest.subarray(0, length).toString('utf8') };
}
