// P17: What a screen says is so. From outside: the registry says that it is ready and well exactly while it answers; observers and shops are compared
// elsewhere (a shop that shows "Registered" is held against the registry in p11).
import { read } from './answers.ts';
import { finding, type Check } from './context.ts';

export const statusAtRest: Check = async ({ world, registry, truth }) => {
  const get = async (path: string) =>
    (await read(world.call, { origin: registry.origin, method: 'GET', path })).status;
  const isAnswering = truth.note === null;
  const statuses: [string, number][] = [
    ['/healthz', await get('/healthz')],
    ['/readyz', await get('/readyz')],
    ['/status.json', await get('/status.json')],
  ];
  return statuses.flatMap(([path, status]) => {
    const isFit = (status === 200) === isAnswering;
    if (isFit) return [];
    const reads = isAnswering ? 'answers all reads' : `answers no reads (${truth.note})`;
    return [finding('P17', `${path} answers ${status}, and the registry ${reads} at rest`)];
  });
};
