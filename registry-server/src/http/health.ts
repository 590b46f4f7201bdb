// For monitoring: /healthz says that the process runs, /readyz that the database answers.
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import type { Storage } from '../storage/storage.ts';

export function addHealthRoutes(app: FastifyInstance, storage: Storage): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    try {
      await storage.ping();
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw new ApiError('unavailable');
    }
    return { status: 'ready' };
  });
}
