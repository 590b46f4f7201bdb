// What the operator's charts count of the requests.
import type { FastifyInstance } from 'fastify';
import type { DailyCounter } from '../domain/daily-counts.ts';
import { BASE_PATH, routeOf } from './endpoint.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function countByDay(app: FastifyInstance, counter: Pick<DailyCounter, 'count'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    if (statusCode === 429) counter.count('refusals');
    else if (statusCode >= 500) counter.count('errors');
    else if (statusCode < 300 && WRITES.has(request.method) && routeOf(request).startsWith(BASE_PATH))
      counter.count('writes');
    done();
  });
}
