// GET /changes: follow the public projection (feature `changes`).
import type { Change, ChangeList } from '@artwork-registry/contract';
import type { ChangeRecord } from '../../storage/records.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { ChangesQuery, readChangesQuery } from '../artwork-query.ts';
import type { Endpoint } from '../endpoint.ts';
import { artwork, AT, INSTALLATION, profile } from '../openapi/samples.ts';

export const listChanges: Endpoint = {
  method: 'GET',
  path: '/changes',
  scope: 'artworks:read',
  operationId: 'listChanges',
  tag: 'artworks',
  summary: 'Follow the public projection, removals included (feature changes)',
  query: ChangesQuery,
  answers: [
    {
      status: 200,
      schema: 'ChangeList',
      description: 'Changes after the given seq, oldest first.',
      example: {
        object: 'change_list',
        data: [
          { seq: 7, op: 'upsert', registry_id: artwork.registry_id, updated_at: AT },
          { seq: 8, op: 'profile', profile: { ...profile, former_slug: null }, updated_at: AT },
          {
            seq: 9,
            op: 'installation',
            installation: { id: INSTALLATION, site_url: 'https://new.example' },
            updated_at: AT,
          },
        ],
        next_after: 9,
        has_more: false,
      },
    },
  ],
  errors: ['invalid_query'],
  handler:
    ({ storage }) =>
    async (request): Promise<ChangeList> => {
      const { after, limit } = readChangesQuery(request.query);
      const { changes, hasMore } = await storage.listChanges(after, limit);
      return {
        object: 'change_list',
        data: changes.map(changeObject),
        next_after: changes.at(-1)?.seq ?? after,
        has_more: hasMore,
      };
    },
};

function changeObject(change: ChangeRecord): Change {
  const { seq, updatedAt } = change;
  const updated_at = isoOfMicros(updatedAt);
  if (change.op === 'profile') return { seq, op: change.op, profile: change.profile, updated_at };
  if (change.op === 'installation')
    return { seq, op: change.op, installation: change.installation, updated_at };
  return { seq, op: change.op, registry_id: change.registryId, updated_at };
}
