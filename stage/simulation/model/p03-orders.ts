// P3 for what a shop orders: the sync service asks for one certificate by one idempotency key, however many of its answers are lost.
import { isAskOfService } from './answers.ts';
import { finding, type Check } from './context.ts';

const ISSUE = /^\/api\/v1\/artworks\/([^/?]+)\/certificates$/;

export const ordersAtRest: Check = ({ world, quiet, registry }) => {
  const keys = new Map<string, Map<string, number>>();
  for (const { deed, number } of world.history) {
    if (deed.what !== 'call' || deed.registry !== registry.registry) continue;
    const { method, path, headers } = deed.ask;
    const id = method === 'POST' ? ISSUE.exec(path)?.[1] : undefined;
    if (id === undefined || !isAskOfService(deed.ask)) continue;
    const known = keys.get(id) ?? new Map<string, number>();
    keys.set(id, known.set(headers?.['idempotency-key'] ?? `none of ${number}`, number));
  }
  const orders = (shop: number, work: string): number =>
    new Set(
      quiet.history.flatMap(({ deed }) =>
        deed.what === 'order certificate' && deed.shop === shop && deed.work === work ? [deed.order] : [],
      ),
    ).size;
  return [...keys].flatMap(([id, sent]) => {
    const works = world.shops
      .filter((shop) => shop.registry === registry.registry)
      .flatMap(({ shop, works }) =>
        works.filter(({ artId }) => artId === id).map(({ work }) => ({ shop, work })),
      );
    const ordered = works.reduce((sum, { shop, work }) => sum + orders(shop, work), 0);
    // What no shop shows any longer had orders that cannot be counted.
    if (works.length === 0 || sent.size <= ordered) return [];
    const sentence = `${ordered} certificates of ${id} were ordered, and the service asked for them by ${sent.size} idempotency keys`;
    return [finding('P3', sentence, [...sent.values()])];
  });
};
