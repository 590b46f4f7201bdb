// P14: A fact belongs to where it came from. A shop hears that a work was removed only where its own registry once removed it: at another one, the
// same Art ID is another work.
import { finding, type Check } from './context.ts';
import type { Finding } from './observation.ts';
import { truthOf } from './timeline.ts';

export const toldAtRest: Check = ({ world, registry, ledger }): Finding[] =>
  world.shops
    .filter((shop) => shop.registry === registry.registry)
    .flatMap(({ shop, told }) => {
      const removed = told.filter(({ type }) => type === 'artwork.removed').map(({ artId }) => artId ?? '');
      return [...new Set(removed)].flatMap((id) => {
        const story = ledger.works.get(id);
        // One that a restore took back was removed as well.
        if (story === undefined || truthOf(story.exists.at(world.now)) !== 'yes') return [];
        const wasRemoved =
          story.isShown.changes.some(({ value }) => !value) ||
          story.isWithdrawn.changes.some(({ value }) => value);
        if (wasRemoved) return [];
        const sentence = `shop ${shop} was told that ${id} was removed, and its registry never removed it`;
        return [finding('P14', sentence, story.entries)];
      });
    });
