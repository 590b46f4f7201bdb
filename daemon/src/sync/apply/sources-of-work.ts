// All sources of a work, where its record does not show that it is ours: it shows one of them, and the holder under a name that may be new.
import { RegistryTransient } from '../../types/registry.ts';
import type { ApplyContext } from '../../types/registry.ts';
import { Sources } from '../../types/registry-answers.ts';
import { refusalIn } from './outcome-of-refusal.ts';
import { isOfSite } from './read-back.ts';

/** Only a work of ours has a source of this site. Undefined where the work is not public any more. */
export async function hasSourceOfSite(
  context: ApplyContext,
  registryId: string,
): Promise<boolean | undefined> {
  const answer = await context.send({ method: 'GET', path: `/artworks/${registryId}/source` });
  if (refusalIn(answer)?.meaning === 'work_missing') return undefined;
  const parsed = Sources.safeParse(answer.body);
  if (parsed.success) return parsed.data.sources.some((source) => isOfSite(context, source.installation_id));
  const message = `The registry does not tell where ${registryId} comes from.`;
  throw new RegistryTransient(message, { wasSent: true, isSuspect: true });
}
