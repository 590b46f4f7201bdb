// P4 for what is printed: a label takes a second or two, and a work that is hidden meanwhile is not sent to who asked for it before.
import { finding, type Check } from './context.ts';
import { isPublicAt, publicityOf } from './works.ts';

const LABEL = /^\/artworks\/([A-Za-z][A-Za-z0-9]*-\d+)\/label\.pdf$/;
/** An answer may be on its way when the change is answered. */
const ON_ITS_WAY_MS = 250;

export const printsAtRest: Check = ({ ledger, world, memory }) => {
  const fresh = world.history.slice(memory.printsJudged);
  memory.printsJudged = world.history.length;
  return fresh.flatMap((said) => {
    const { deed, ended, number } = said;
    if (deed.what !== 'call' || deed.registry !== ledger.registry || deed.answer.isLost) return [];
    const id = LABEL.exec(deed.ask.path)?.[1]?.toUpperCase();
    const story = id === undefined ? undefined : ledger.works.get(id);
    if (story === undefined || deed.answer.status !== 200) return [];
    const since = ended - ON_ITS_WAY_MS;
    const isSteady =
      publicityOf(story).every((change) => change.ended < since || change.asked > ended) &&
      ledger.restores.every((restore) => restore.ended < since || restore.asked > ended);
    if (!isSteady || isPublicAt(story, since) !== 'no') return [];
    const sentence = `${id} was hidden before entry ${number} was answered, and its label was sent`;
    return [finding('P4', sentence, [number, ...story.entries])];
  });
};
