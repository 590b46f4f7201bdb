// P14 for keys: a key is of the registry that made it. To another one it is a stranger's secret, and must never be shown there.
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said } from './observation.ts';

export const keysAtHome: Check = (context) => {
  const { world, registry, memory } = context;
  const homes = homesOfKeys(context);
  const fresh = world.history.slice(memory.keysRead);
  memory.keysRead = world.history.length;
  return fresh.flatMap((said) => abroad(said, registry.registry, homes));
};

/** By key: the registries that made it. */
function homesOfKeys({ quiet }: Context): Map<string, Set<number>> {
  const homes = new Map<string, Set<number>>();
  for (const { deed } of quiet.history)
    if (deed.what === 'create key')
      homes.set(deed.key, (homes.get(deed.key) ?? new Set()).add(deed.registry));
  return homes;
}

function abroad({ deed, number }: Said, registry: number, homes: Map<string, Set<number>>): Finding[] {
  if (deed.what !== 'call' || deed.registry !== registry) return [];
  const key = /^Bearer (.+)$/.exec(deed.ask.headers?.['authorization'] ?? '')?.[1];
  const made = key === undefined ? undefined : homes.get(key);
  if (made === undefined || made.has(registry)) return [];
  const path = deed.ask.path.split('?')[0]!;
  const sentence = `${deed.ask.method} ${path} showed registry ${registry} a key that registry ${[...made].join(' and ')} made`;
  return [finding('P14', sentence, [number])];
}
