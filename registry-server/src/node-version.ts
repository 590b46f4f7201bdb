// Which Node runs the built package. Imports nothing, so that an older Node gets the sentence below and not the stack
// trace of a library that it cannot load. Running from the repository's sources needs the version in package.json.

/** Set by read 6, which asks for the password of the operator; undici 8 needs 22.19. */
export const OLDEST_NODE = '22.22.2';

/** Why this version of Node cannot run the server, in one sentence; null where it can. */
export function refusalOfNode(version: string): string | null {
  const [found, oldest] = [version, OLDEST_NODE].map((text) => text.split('.').map(Number));
  for (const [index, least] of oldest!.entries()) {
    const part = found![index] ?? 0;
    if (part > least) return null;
    if (part < least)
      return `The registry server needs Node ${OLDEST_NODE} or later, and this is Node ${version}: install a newer Node.`;
  }
  return null;
}
