// /.well-known/artwork-registry: how the registry introduces itself to a shop that knows nothing but its address. Open, and
// outside the rate limit: nothing here is asked of the database.
import { DESCRIPTOR_PATH } from '@artwork-registry/contract';
import type { RegistryDescriptor } from '@artwork-registry/contract';
import type { FastifyInstance } from 'fastify';
import type { Introduction } from '../config.ts';
import { BASE_PATH } from './endpoint.ts';
import { answerOtherMethods } from './resource.ts';

// A changed address is known everywhere after this long.
const CACHED_SECONDS = 300;

export function addDescriptor(
  app: FastifyInstance,
  introduction: Introduction,
  publicUrl: () => string,
): void {
  app.get(DESCRIPTOR_PATH, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${CACHED_SECONDS}`);
    return descriptorOf(introduction, publicUrl());
  });
  answerOtherMethods(app, DESCRIPTOR_PATH, ['GET', 'HEAD']);
}

function descriptorOf(introduction: Introduction, publicUrl: string): RegistryDescriptor {
  return {
    object: 'registry',
    name: introduction.name,
    operator: introduction.operator ?? new URL(publicUrl).hostname,
    api: `${publicUrl}${BASE_PATH}`,
    sync_service: introduction.syncServiceUrl ?? null,
    documentation_url: `${publicUrl}/docs`,
    terms_url: introduction.termsUrl ?? null,
    privacy_url: introduction.privacyUrl ?? null,
    test: introduction.isTest,
  };
}
