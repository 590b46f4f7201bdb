// P11: the registry shows what the shop shows within the promised time. At rest nothing of a shop that is served is on its way any more.
import { finding, type Check } from './context.ts';

export const nothingWaits: Check = ({ world, quiet, registry }) =>
  world.shops
    .filter((shop) => shop.registry === registry.registry && shop.problem === null)
    .flatMap((shop) =>
      shop.works
        .filter(({ isWaiting }) => isWaiting)
        .map(({ work }) => {
          const entries = quiet.history.filter(
            ({ deed }) => 'work' in deed && deed.shop === shop.shop && deed.work === work,
          );
          return finding(
            'P11',
            `work ${work} of shop ${shop.shop} still waits, and nothing hinders it`,
            entries.map(({ number }) => number),
          );
        }),
    );
