// audit: what operators did, in the console and on the command line.
import type { Command } from 'commander';
import { table } from '#kit/table';
import type { RecordedAction } from '../storage/operator-records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { action, readTime, readWhole } from './run.ts';

type AuditOptions = { operator?: string; text?: string; since?: string; before?: string; limit: string };

export function addAuditCommand(program: Command): void {
  action<AuditOptions>(
    program
      .command('audit')
      .description('list what operators did, newest first: who, when, what, and what became of it')
      .option('--operator <name>', 'only what this person did')
      .option('--text <text>', 'only actions with this in their name or details')
      .option('--since <time>', 'not before this time (ISO 8601 with offset)')
      .option('--before <number>', 'only older ones than this number of the list: the next page')
      .option('--limit <n>', 'how many at most, 1 to 1000', '50'),
    async ({ storage }, options) => {
      const { operator, text, since, before } = options;
      const actions = await storage.listActions({
        operator,
        text,
        since: since === undefined ? undefined : readTime('--since', since),
        beforeSeq: before === undefined ? undefined : readWhole('--before', before, 1, 999_999_999),
        limit: readWhole('--limit', options.limit, 1, 1000),
      });
      return { json: { actions: actions.map(shown) }, text: textOf(actions) };
    },
  );
}

const shown = ({ seq, begunAt, operator, via, action: name, details, outcome }: RecordedAction) => ({
  number: seq,
  at: isoOfMicros(begunAt),
  operator,
  via,
  action: name,
  details: JSON.parse(details) as unknown,
  outcome,
});

function textOf(actions: RecordedAction[]): string {
  const rows = actions.map(({ seq, begunAt, operator, via, action: name, details, outcome }) => [
    seq,
    isoOfMicros(begunAt),
    operator,
    via,
    name,
    outcome ?? 'not ended',
    details,
  ]);
  return table(rows, 'no actions yet');
}
