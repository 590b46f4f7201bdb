// The commands of an owner, from WordPress or the command line.
import type { Logger } from 'pino';
import type { Account } from '../registry/account.ts';
import type { Audit } from './audit.ts';
import type { Bookkeeping } from './bookkeeping/bookkeeping.ts';
import type { Journal } from '../journal/journal.ts';
import type { Command } from '../types/site.ts';

type Deps = {
  account: Account;
  journal: Journal;
  siteId: string;
  bookkeeping: Bookkeeping;
  audit: Audit;
  quarantine: { release: (externalId: string | null) => void };
  log: Logger;
};

export type CommandOutcome = { ok: boolean; message: string | null };

/** Carries the command out, or says why not. */
export async function carryOutCommand(deps: Deps, command: Command): Promise<CommandOutcome> {
  const done = { ok: true, message: null };
  switch (command.name) {
    case 'sync':
      deps.account.retryNow();
      deps.journal.actions.clearWaits(deps.siteId);
      return done;
    case 'retry':
      deps.quarantine.release(command.external_id);
      deps.bookkeeping.retry(command.external_id);
      return done;
    case 'recheck':
      if (command.external_id === null) return { ok: false, message: 'Say which work to compare.' };
      deps.journal.transaction(() => deps.bookkeeping.recheck(command.external_id!));
      return done;
    case 'audit':
      deps.audit.request();
      return done;
    case 'removals_release':
    case 'removals_keep': {
      const works = await deps.bookkeeping.answerBulkRemoval(
        command.name === 'removals_release' ? 'free' : 'kept',
      );
      deps.log.info({ works, answer: command.name }, 'the owner decided on the removals on hold');
      return done;
    }
    default:
      return { ok: false, message: `This version of the sync service does not know "${command.name}".` };
  }
}
