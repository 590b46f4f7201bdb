// Bodies are read before anybody has proved who sends them. So all that are under way share one amount of memory, and where it is used
// up, the sender who holds most of it loses a body.
import { senderOf } from '@artwork-registry/contract';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

type Reading = { sender: string; bytes: number; end: () => void };

/** An error that Fastify answers with its status. */
const refusal = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode });

/** @param mostBytes that all bodies together may hold while they are read. */
export function createBodies(mostBytes: number) {
  const readings = new Set<Reading>();

  /** Ends the largest body of the sender whose bodies are the largest together. */
  function makeRoom(): void {
    const held = new Map<string, number>();
    let total = 0;
    for (const { sender, bytes } of readings) {
      held.set(sender, (held.get(sender) ?? 0) + bytes);
      total += bytes;
    }
    if (total <= mostBytes) return;
    const [sender] = [...held].reduce((most, one) => (one[1] > most[1] ? one : most));
    const own = [...readings].filter((reading) => reading.sender === sender);
    own.reduce((most, one) => (one.bytes > most.bytes ? one : most)).end();
  }

  return {
    /** The whole body. Rejects with 413 where it is larger than its route allows, with 503 where it had to make room for others. */
    async read(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
      const most = request.routeOptions.bodyLimit;
      const tooLarge = () => refusal(413, 'The body is too large.');
      if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
      const chunks: Buffer[] = [];
      const reading: Reading = {
        // Of a socket of this machine there is none.
        sender: request.ip ? senderOf(request.ip) : '',
        bytes: 0,
        end: () => payload.destroy(refusal(503, 'Too many bodies are under way.')),
      };
      readings.add(reading);
      try {
        for await (const chunk of payload as AsyncIterable<Buffer>) {
          reading.bytes += chunk.length;
          if (reading.bytes > most) throw tooLarge();
          chunks.push(chunk);
          makeRoom();
        }
        return Buffer.concat(chunks);
      } finally {
        readings.delete(reading);
      }
    },
  };
}
