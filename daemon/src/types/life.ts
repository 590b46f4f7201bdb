// What the engine of a site needs of each of its parts: whether it may be put away, how it ends, and what the next one begins with.

/** `Memory` is JSON. */
export type Life<Memory = undefined> = {
  /** True where nothing is under way that would be lost, or would continue beside the next engine. */
  isQuiet: () => boolean;
  /** Lets what is under way end; nothing new begins. */
  stop: () => Promise<void>;
  /** What this part of the next engine begins with. */
  memory: () => Memory;
};

type Own = Partial<Pick<Life, 'isQuiet' | 'stop'>>;

/** The life of a part that is always quiet, has nothing to end and remembers nothing, but for what it says here. */
export function lifeOf(own: Own): Life;
export function lifeOf<Memory>(own: Own & Pick<Life<Memory>, 'memory'>): Life<Memory>;
export function lifeOf(own: Partial<Life<unknown>>): Life<unknown> {
  return { isQuiet: () => true, stop: async () => {}, memory: () => undefined, ...own };
}
