// The check that a key belongs to the organisation under which a site's works are registered, for the commands that take one.
import type { ServiceDescriptor } from '../types/registry-answers.ts';
import type { Proxy } from '#kit/checked-proxy';
import { systemClock } from '#kit/clock';
import { createAgent } from '../net/agents.ts';
import type { Journal } from '../journal/journal.ts';
import { messageOfAnother, worksOfAnother } from '../registry/other-organization.ts';
import { createRegistryClient, NoAnswer } from '../registry/registry-client.ts';
import { CommandFailed } from './command-failed.ts';

export type OrganizationOptions = { otherOrganization?: boolean };

/**
 * Throws CommandFailed where the works of the site stand under another organisation, or the registry does not say so; `descriptor` null:
 * it did not answer at all.
 */
export async function mustBeSameOrganization(
  options: OrganizationOptions,
  key: { journal: Journal; siteId: string; registryUrl: string; apiKey: string },
  descriptor: ServiceDescriptor | null,
  proxy: Proxy | null,
): Promise<void> {
  if (descriptor === null || options.otherOrganization) return;
  const { slug, name } = descriptor.organization;
  const agent = createAgent(proxy);
  try {
    const client = createRegistryClient(key.registryUrl, key.apiKey, {
      clock: systemClock,
      timeoutMs: 30_000,
      agent,
    });
    const works = await worksOfAnother({ ...key, organization: slug, client });
    if (works > 0)
      throw new CommandFailed(`${messageOfAnother(works, name)} If that is meant, add --other-organization.`);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new CommandFailed(`${error.message} Nothing was stored. Try again later.`);
  } finally {
    await agent.destroy();
  }
}
