// POST /integrations/installations/{id}/move: the site has another address (feature `installation_move`).
import { InstallationMove } from '@artwork-registry/contract';
import { siteKeyOf } from '../../domain/curation/site-identity.ts';
import { ApiError } from '../api-error.ts';
import { idOf } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { installation } from '../openapi/samples.ts';
import { connectedObject } from '../organization-objects.ts';
import { parseSite } from '../parse-body.ts';

export const moveInstallation: Endpoint = {
  method: 'POST',
  path: '/integrations/installations/{id}/move',
  scope: 'artworks:write',
  operationId: 'moveInstallation',
  tag: 'integrations',
  summary: 'Tell the new address of a connected site (feature installation_move)',
  description:
    'Its sources show the new address at once. The works keep their `updated_at`; the feed gets one `installation` step.',
  id: '`installation_id` of your installation.',
  body: { schema: 'InstallationMove', example: { site_url: 'https://new.example' } },
  answers: [
    {
      status: 200,
      schema: 'Installation',
      description: 'The installation at its new address.',
      example: { ...installation, created: false, site_url: 'https://new.example' },
    },
  ],
  errors: [
    'invalid_body',
    'protected_field',
    'site_url_required',
    'installation_not_found',
    'source_conflict',
  ],
  handler:
    ({ storage }) =>
    async (request) => {
      const { id: organizationId } = callerOf(request).key.organization;
      const { site_url: siteUrl } = parseSite(InstallationMove, request.body);
      const address = { siteUrl, siteKey: siteKeyOf(siteUrl) };
      const profiles = await storage.listProfiles(organizationId);
      const moved = await storage.moveInstallation(organizationId, idOf(request), address, 'gallery');
      if (!moved.ok) throw ApiError.of(moved);
      return connectedObject(moved.installation, false, profiles);
    },
};
