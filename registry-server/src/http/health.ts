// For monitoring and load balancers: /healthz says that the process runs, /readyz that it takes requests: the database
// answers, and the process is not about to stop.
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import type { Storage } from '../storage/storage.ts';

export function addHealthRoutes(app: FastifyInstance, storage: Storage, isStopping: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    if (isStopping()) throw new ApiError('unavailable');
    try {
      await storage.ping();
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw new ApiError('unavailable');
    }
    return { status: 'ready' };
  });
}
