// For monitoring and load balancers: /healthz says that the process runs, /readyz that it takes requests: the database
// answers, and the process is not about to stop. Where works are not written on any instance until the operator acts, /readyz says so
// and stays 200: otherwise a load balancer would take the reads and the public pages away with them.
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
    const refusal = await storage.findWriteRefusal();
    return refusal === null ? { status: 'ready' } : { status: 'ready', writes: 'refused', reason: refusal };
  });
}
