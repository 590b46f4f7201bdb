// The additive feature `changes`: GET /changes.
import type { FastifyInstance } from 'fastify';
import type { Change, ChangeList } from '@artwork-registry/contract';
import type { DomainDeps } from '../../domain/caller.ts';
import type { ChangeRecord } from '../../storage/records.ts';
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
        data: changes.map(changeObject),
        next_after: changes.at(-1)?.seq ?? after,
        has_more: hasMore,
      };
    },
  });
}

function changeObject(change: ChangeRecord): Change {
  const { seq, updatedAt } = change;
  const updated_at = isoOfMicros(updatedAt);
  return change.op === 'profile'
    ? { seq, op: change.op, profile: change.profile, updated_at }
    : { seq, op: change.op, registry_id: change.registryId, updated_at };
}
