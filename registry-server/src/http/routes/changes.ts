// The additive feature `changes`: GET /changes.
import type { FastifyInstance } from 'fastify';
import type { ChangeList } from '@artwork-registry/contract';
import type { DomainDeps } from '../../domain/caller.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { readChangesQuery } from '../artwork-query.ts';
import type { Gate } from '../gate.ts';
import { addResource } from '../resource.ts';

export function addChangeRoutes(app: FastifyInstance, gate: Gate, { storage }: DomainDeps): void {
  addResource(app, gate, '/changes', {
    GET: async (request): Promise<ChangeList> => {
      const { after, limit } = readChangesQuery(request.query);
      const { changes, hasMore } = await storage.listChanges(after, limit);
      return {
        object: 'change_list',
        data: changes.map(({ seq, op, registryId, updatedAt }) => ({
          seq,
          op,
          registry_id: registryId,
          updated_at: isoOfMicros(updatedAt),
        })),
        next_after: changes.at(-1)?.seq ?? after,
        has_more: hasMore,
      };
    },
  });
}
