// Whose a work is, where its record does not show it: it shows one source of several, the holder under a name that may be new, and nothing
// while the work is hidden.
import { RegistryTransient } from '../../types/registry.ts';
import type { ApplyContext } from '../../types/registry.ts';
import type { Work } from '../../types/work.ts';
import { Sources } from '../../types/registry-answers.ts';
import { wantedSource } from '../plan/changed-fields.ts';
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

/**
 * Whether a work that is not public is ours. A call about the source of a hidden work is refused to strangers as if there were no such work,
 * and to its holder where it has no source here, which a work that was given back has not. An older journal may know nothing of a source that
 * it got since, and this call then writes what the shop says.
 */
export async function isHiddenOfOurs(context: ApplyContext, work: Work): Promise<boolean> {
  const body = { installation_id: context.installationId, status: wantedSource(work) };
  const answer = await context.send({ method: 'PATCH', path: `/artworks/${work.registryId}/source`, body });
  const refusal = refusalIn(answer);
  return refusal === null || refusal.meaning === 'source_missing';
}
