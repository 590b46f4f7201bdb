// The lives of an engine's parts as one: the engine may be put away where every part is quiet, ends with all of them, and its memory is
// theirs by name.
import { lifeOf, type Life } from '../types/life.ts';

type Named = { [name: string]: Life<unknown> };
type MemoryOf<Parts extends Named> = { [Name in keyof Parts]: ReturnType<Parts[Name]['memory']> };

/**
 * `lasting`: parts whose memory is of use to every process; `ofProcess`: to this one only, because its times count from its start;
 * `others`: parts that remember nothing.
 */
export function joinLives<Lasting extends Named, OfProcess extends Named>(parts: {
  lasting: Lasting;
  ofProcess: OfProcess;
  others: Life[];
}): Life<MemoryOf<Lasting> & { ofProcess: MemoryOf<OfProcess> }> {
  const { lasting, ofProcess, others } = parts;
  const all: Life<unknown>[] = [...Object.values(lasting), ...Object.values(ofProcess), ...others];
  return lifeOf({
    isQuiet: () => all.every((life) => life.isQuiet()),
    stop: async () => void (await Promise.all(all.map((life) => life.stop()))),
    memory: () => ({ ...memoryOf(lasting), ofProcess: memoryOf(ofProcess) }),
  });
}

const memoryOf = <Parts extends Named>(parts: Parts): MemoryOf<Parts> =>
  Object.fromEntries(Object.entries(parts).map(([name, life]) => [name, life.memory()])) as MemoryOf<Parts>;
