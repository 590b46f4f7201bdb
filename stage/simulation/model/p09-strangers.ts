// P9: No caller reads or writes as somebody else. Judged by the calls of the network: what was answered to whom.
import { jsonOf, recordsIn, stringAt } from './answers.ts';
import { finding, type Check } from './context.ts';
import type { Finding, Said } from './observation.ts';
import { isPublicAt, publicityOf, type Ledger } from './works.ts';
import type { Write } from './writes.ts';

/** What the API answers without a key. */
const OPEN = [
  '/api/v1/integrations/access-requests',
  '/api/v1/integrations/access-requests/claim',
  '/api/v1/openapi.json',
];

/** After each step: a call without a key gets nothing that needs one. */
export function strangersAfterStep(said: Said): Finding[] {
  const { deed } = said;
  if (deed.what !== 'call' || deed.organization !== null || deed.answer.isLost) return [];
  const { method } = deed.ask;
  const path = deed.ask.path.split('?')[0]!;
  if (!path.startsWith('/api/v1/') || OPEN.includes(path) || method === 'OPTIONS') return [];
  if (deed.answer.status >= 300) return [];
  const sentence = `${method} ${path} was answered with ${deed.answer.status} to a caller without a valid key`;
  return [finding('P9', sentence, [said.number])];
}

export const strangersAtRest: Check = ({ ledger, world, memory }) => {
  const fresh = world.history.slice(memory.callsRead);
  memory.callsRead = world.history.length;
  return [
    ...ledger.writes.flatMap((write) => foreignWrite(ledger, write)),
    ...fresh.flatMap((said) => hiddenRecord(ledger, said)),
  ];
};

/** A change of a work that another organisation holds for certain. */
function foreignWrite(ledger: Ledger, write: Write): Finding[] {
  const isChange = write.kind === 'update' || write.kind === 'certificate';
  if (!isChange || write.is !== 'done' || write.target === null) return [];
  const story = ledger.works.get(write.target.toUpperCase());
  if (story === undefined || story.holder.changes.length === 0) return [];
  const holders = [...story.holder.at(write.asked), ...story.holder.at(write.ended)];
  if (holders.includes(write.organization) || holders.includes(null)) return [];
  const sentence = `${write.organization} changed ${story.registryId} (${write.kind}), which ${holders.join(' or ')} holds`;
  return [
    finding(
      'P9',
      sentence,
      write.attempts.map(({ entry }) => entry),
    ),
  ];
}

/** An answer of any call that shows a work while it is not public: its owner, too, is shown none, and a replay of an earlier answer neither. */
function hiddenRecord(ledger: Ledger, said: Said): Finding[] {
  const { deed } = said;
  if (deed.what !== 'call' || deed.registry !== ledger.registry || deed.answer.isLost) return [];
  if (deed.answer.status >= 300) return [];
  return recordsIn(jsonOf(deed.answer.body)).flatMap((record) => {
    const id = stringAt(record, 'registry_id');
    const story = id === null ? undefined : ledger.works.get(id);
    if (story === undefined) return [];
    const isHidden =
      isPublicAt(story, said.asked) === 'no' &&
      isPublicAt(story, said.ended) === 'no' &&
      publicityOf(story).every(({ asked, ended }) => asked > said.ended || ended < said.asked);
    if (!isHidden) return [];
    const path = deed.ask.path.split('?')[0]!;
    const sentence = `${deed.ask.method} ${path} showed ${id} to ${deed.organization ?? 'a stranger'} while it was not public`;
    return [finding('P4', sentence, [said.number, ...story.entries])];
  });
}
