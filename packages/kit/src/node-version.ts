// Which Node runs a built package. Imports nothing, so that an older Node gets the sentence below and not the stack trace of a library
// that it cannot load. Running from the repository's sources needs the version in package.json.

/** Why this version of Node cannot run `program`, in one sentence; null where it can. `oldest`: three numbers. */
export function refusalOfNode(program: string, oldest: string, version: string): string | null {
  const [found, least] = [version, oldest].map((text) => text.split('.').map(Number));
  for (const [index, needed] of least!.entries()) {
    const part = found![index] ?? 0;
    if (part > needed) return null;
    if (part < needed)
      return `${program} needs Node ${oldest} or later, and this is Node ${version}: install a newer Node.`;
  }
  return null;
}
