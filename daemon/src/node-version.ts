// Which Node runs the built package. Imports nothing, so that an older Node gets the sentence below and not the stack
// trace of a library that it cannot load. Running from the repository's sources needs the version in package.json.

/** Set by undici 8, which fails while it is loaded by anything older. */
export const OLDEST_NODE = '22.19.0';

/** Why this version of Node cannot run the sync service, in one sentence; null where it can. */
export function refusalOfNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `The sync service needs Node ${OLDEST_NODE} or later, and this is Node ${version}: install a newer Node.`;
}
