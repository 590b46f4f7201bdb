// POST /integrations/connect: register the installation of an integration.
import { connect } from '../../domain/connect.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { AT, INSTALLATION, profile } from '../openapi/samples.ts';

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
      example: {
        object: 'installation',
        installation_id: INSTALLATION,
        platform: 'woocommerce',
        platform_label: null,
        site_url: 'https://shop.example',
        created: true,
        connected_at: AT,
        last_synced_at: null,
        profiles: [profile],
      },
    },
  ],
  errors: ['invalid_body', 'protected_field', 'site_url_required'],
  handler: (deps) => (request) => connect(deps, callerOf(request), request.body),
};
