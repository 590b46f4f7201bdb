// Checks a new key before it is stored: does it belong to the organisation that registered this site's works? With another
// organisation's key every work would seem to have moved away. A renamed organisation is the same one.
import { z } from 'zod';
import type { ConnectionFacts } from './connection.ts';
import type { Journal } from '../journal/journal.ts';
import { NoAnswer, type RegistryClient } from './registry-client.ts';
import { ErrorEnvelope } from '../types/registry-answers.ts';

const List = z.object({ pagination: z.object({ total: z.number() }) });

/** How many works of the site are registered by another organisation; 0 also where the key may not read. Throws NoAnswer. */
export async function worksOfAnother(deps: {
  journal: Journal;
  siteId: string;
  registryUrl: string;
  /** Slug of the organisation that the new key belongs to. */
  organization: string;
  client: RegistryClient;
}): Promise<number> {
  const { journal, siteId } = deps;
  const facts = journal.meta.find<ConnectionFacts | null>(siteId, 'connection');
  if (!facts || facts.registryUrl !== deps.registryUrl || facts.organization === deps.organization) return 0;
  const works = journal.works.countCatalogue(siteId);
  if (works === 0) return 0;
  // The registry lists the works of an installation to its own organisation only.
  const query = new URLSearchParams({ installation_id: facts.installationId, limit: '1' });
  const answer = await deps.client.send({ method: 'GET', path: `/artworks?${query}` });
  // Of the registry: a firewall has pages of its own.
  if (answer.status === 403 && ErrorEnvelope.safeParse(answer.body).success) return 0;
  const list = List.safeParse(answer.body);
  // A rate limit, an outage or a list that was cut off: the key would be stored, and all works would seem to have moved away.
  if (answer.status !== 200 || !list.success)
    throw new NoAnswer('The registry does not say whose the artworks of this site are.', true);
  return list.data.pagination.total === 0 ? works : 0;
}

export const messageOfAnother = (works: number, name: string): string =>
  `This key belongs to ${name}, but ${works === 1 ? '1 artwork' : `${works} artworks`} of this site ` +
  'are registered under another organisation, and it could not keep them up to date.';
