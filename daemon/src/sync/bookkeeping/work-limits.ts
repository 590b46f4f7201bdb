// Bounds what one site takes up in the journal, whose disk all tenants of a cell share. A work beyond the bound is refused where it
// enters: its owner is told, its content is not stored. What was stored before stays as it is.
import type { Journal } from '../../journal/journal.ts';
import type { ReadChange } from '../../site/read-change.ts';
import type { ArtworkContent, Work, WorkError } from '../../types/work.ts';

/** What the works of a site may take up. */
export type WorkLimits = {
  /** Works that are registered. */
  registered: number;
  /** Works with content or an Art ID: also those that cannot be registered yet. */
  kept: number;
  /** Of the content of all works. */
  bytes: number;
};
export const NO_WORK_LIMITS: WorkLimits = { registered: Infinity, kept: Infinity, bytes: Infinity };

/** Nearly all works have 1 to 3 KiB. */
const BYTES_OF_WORK = 8192;
/** A few large works need not be many. */
const LEAST_BYTES = 4 * 1024 * 1024;
/** Works without content, kept until the site has saved their report. The sweep shows any further ones again. */
const MOST_UNKEPT = 2000;

/** `mostOfSite`: works that the site may register; `most`: the same, less what its organization has elsewhere. */
export function workLimits(mostOfSite: number, most: number): WorkLimits {
  return {
    registered: most,
    // Works that need attention must not keep the place of those that can be registered.
    kept: 2 * Math.max(0, most),
    bytes: Math.max(LEAST_BYTES, mostOfSite * BYTES_OF_WORK),
  };
}

export const TOO_MANY_WORKS: WorkError = {
  code: 'service_limit',
  message:
    'The sync service registers no more artworks of this gallery: it has as many as its operator allows.',
  issues: [],
  hint: 'Ask the operator of the sync service to raise the limit, then choose Try again.',
};

export function createWorkLimiter(deps: { journal: Journal; siteId: string; limits: () => WorkLimits }) {
  const { journal, siteId } = deps;

  return {
    /**
     * For the works of one page. Its limits are asked for once, where a work needs them: what the organization has elsewhere is a sum over
     * its other sites. What the page itself takes up counts at once.
     */
    ofPage() {
      let asked: WorkLimits | undefined;
      const limits = () => (asked ??= deps.limits());

      return {
        /** The work as it may be stored; undefined: not at all. `before`: the stored row. */
        admit(facts: ReadChange, before: Work | undefined): ReadChange | undefined {
          if (limits().kept === Infinity) return facts;
          const used = journal.works.usage(siteId);
          const hasRoom = facts.content === null || fits(facts.content, before, used, limits());
          const admitted: ReadChange = hasRoom
            ? facts
            : { ...facts, siteState: 'broken', content: null, error: TOO_MANY_WORKS };
          const isUnkept = before === undefined && admitted.content === null;
          return isUnkept && used.works - used.kept >= MOST_UNKEPT ? undefined : admitted;
        },

        /** The work was refused for want of room, and there is some now. */
        mayTryAgain: (work: Work): boolean =>
          work.error?.code === TOO_MANY_WORKS.code &&
          limits().registered > journal.works.countRegistered(siteId),
      };
    },
  };
}
export type PageLimiter = ReturnType<ReturnType<typeof createWorkLimiter>['ofPage']>;

function fits(
  content: ArtworkContent,
  before: Work | undefined,
  used: { kept: number; bytes: number },
  limits: WorkLimits,
): boolean {
  const isNew = !before || (before.content === null && before.registryId === null);
  if (isNew && used.kept >= limits.kept) return false;
  const grows = bytesOf(content) - (before?.content ? bytesOf(before.content) : 0);
  return grows <= 0 || used.bytes + grows <= limits.bytes;
}

const bytesOf = (content: ArtworkContent): number => Buffer.byteLength(JSON.stringify(content));
