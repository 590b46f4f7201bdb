// Somebody asks for the label of a work, and while it is printed its owner hides the work, or the operator withdraws it.
import type { Operation } from './operation.ts';
import { isAnswered } from './outcome.ts';
import { change, withdrawWork } from './publishers.ts';
import type { World } from './world.ts';

const HIDDEN = 'fully_private';

async function printWhileHidden(world: World): Promise<string | undefined> {
  const { random, knowledge, timeline } = world;
  const work = knowledge.pick(
    random,
    ({ expected }) => expected.isWithdrawn !== true && expected.availability !== HIDDEN,
  );
  if (work === undefined) return 'none';
  const read = world.call('reader', 'GET', `/artworks/${work.id}/label.pdf`);
  await timeline.sleep(50 + random.below(1000));
  const hidden =
    random.next() < 0.5 ? change(world, work, { availability: HIDDEN }) : withdrawWork(world, work);
  const [outcome] = await Promise.all([read, hidden]);
  return isAnswered(outcome) ? `label ${outcome.status}` : `label ${outcome.lost}`;
}

export const PRINTS: readonly Operation[] = [{ name: 'print a label', share: 3, run: printWhileHidden }];
