// What the operator's charts count of the requests.
import type { FastifyInstance } from 'fastify';
import type { DailyCounter } from '../domain/daily-counts.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function countByDay(app: FastifyInstance, counter: Pick<DailyCounter, 'count'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    if (statusCode === 429) counter.count('refusals');
    else if (statusCode >= 500) counter.count('errors');
    else if (statusCode < 300 && WRITES.has(request.method) && request.url.startsWith('/api/'))
      counter.count('writes');
    done();
  });
}
