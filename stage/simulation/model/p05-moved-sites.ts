// P5 and P14 for a site that moved: the works of its shop show where it is now, also after a restore of the registry. Asked for before the sync
// service tells the registry again: until then buyers would be led to an address that may be somebody else's.
import { hostOf, jsonOf, stringAt } from './answers.ts';
import { finding } from './context.ts';
import { readAllWorks } from './observers/all-works.ts';
import type { Finding, RegistryFacts, Said, World } from './observation.ts';
import { makeRegister, restoresOf, type Change, type Register } from './timeline.ts';

const CONNECT = '/api/v1/integrations/connect';
const MOVE = /^\/api\/v1\/integrations\/installations\/([^/]+)\/move$/;

export async function addressesAfterRestore(world: World, registry: RegistryFacts): Promise<Finding[]> {
  const { works } = await readAllWorks(world.call, registry);
  const addresses = addressesOf(world, registry.registry);
  return [...works].flatMap(([id, record]) => {
    const installation = stringAt(record, 'source', 'installation_id');
    const shown = stringAt(record, 'source', 'site_url');
    const register = installation === null ? undefined : addresses.get(installation);
    if (register === undefined || shown === null) return [];
    const possible = register.at(world.now);
    if (possible.some((address) => address === null || hostOf(address) === hostOf(shown))) return [];
    const sentence = `after a restore ${id} leads to ${shown}, and its site had moved to ${possible.join(' or ')}`;
    return [
      finding(
        'P5',
        sentence,
        register.changes.map(({ entry }) => entry),
      ),
    ];
  });
}

/** By installation: its address as the registry was told it. A restore takes over what the replaced database has. */
function addressesOf(world: World, registry: number): Map<string, Register<string | null>> {
  const restores = restoresOf(world.history, registry);
  const told = world.history.flatMap((said) => toldBy(said, registry));
  const byInstallation = Map.groupBy(told, ({ installation }) => installation);
  return new Map(
    [...byInstallation].map(([installation, own]) => {
      const changes = own.map(({ change }) => change);
      return [installation, makeRegister<string | null>(null, changes, restores, 'last')];
    }),
  );
}

type Told = { installation: string; change: Change<string | null> };

function toldBy(said: Said, registry: number): Told[] {
  const { deed, asked, ended, number, outcome } = said;
  if (deed.what !== 'call' || deed.registry !== registry || outcome.is === 'refused') return [];
  const moved = MOVE.exec(deed.ask.path)?.[1];
  if (moved === undefined && deed.ask.path !== CONNECT) return [];
  const answer = deed.answer.isLost ? undefined : jsonOf(deed.answer.body);
  const installation = moved ?? stringAt(answer, 'installation_id');
  // A connection whose answer was lost made another installation, or changed nothing.
  if (installation === null) return [];
  const value = stringAt(jsonOf(deed.ask.body), 'site_url');
  return [{ installation, change: { value, asked, ended, isSure: outcome.is === 'done', entry: number } }];
}
