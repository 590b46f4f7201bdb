// POST /integrations/connect: register the installation of an integration.
import { ConnectRequest } from '@artwork-registry/contract';
import type { Installation } from '@artwork-registry/contract';
import { platformOf, siteKeyOf } from '../../domain/curation/site-identity.ts';
import type { Storage } from '../../storage/storage.ts';
import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { installation } from '../openapi/samples.ts';
import { connectedObject } from '../organization-objects.ts';
import { parseSite } from '../parse-body.ts';

export const connectInstallation: Endpoint = {
  method: 'POST',
  path: '/integrations/connect',
  scope: 'artworks:write',
  operationId: 'connectInstallation',
  tag: 'integrations',
  summary: 'Register the installation of an integration',
  description: 'The same organisation, platform and site always get the same installation.',
  body: {
    schema: 'ConnectRequest',
    example: { platform: 'woocommerce', site_url: 'https://shop.example' },
  },
  answers: [
    {
      status: 200,
      schema: 'Installation',
      description: 'The installation and the profiles this key may publish to.',
      example: installation,
    },
  ],
  errors: ['invalid_body', 'protected_field', 'site_url_required'],
  handler:
    ({ storage }) =>
    (request) =>
      connect(storage, callerOf(request).key.organization.id, request.body),
};

async function connect(storage: Storage, organizationId: string, body: unknown): Promise<Installation> {
  const request = parseSite(ConnectRequest, body);
  const platform = platformOf(request.platform);
  // Before the site is written down: what fails after that would be an error for what was done.
  const profiles = await storage.listProfiles(organizationId);
  const connected = await storage.connectInstallation({
    organizationId,
    platform: platform.platform,
    platformLabel: platform.label,
    platformKey: platform.key,
    siteUrl: request.site_url,
    siteKey: siteKeyOf(request.site_url),
    siteName: request.site_name ?? null,
    clientVersion: request.client_version ?? null,
  });
  if (!connected.ok) throw ApiError.of(connected);
  return connectedObject(connected.installation, connected.created, profiles);
}
