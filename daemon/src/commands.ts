// What an owner may order, from WordPress or the command line, and what it does here.
import type { Logger } from 'pino';
import type { Account } from './account.ts';
import type { Audit } from './audit.ts';
import type { Bookkeeping } from './bookkeeping.ts';
import type { Journal } from './journal/journal.ts';
import type { Command } from './types/site.ts';

type Deps = {
  account: Account;
  journal: Journal;
  siteId: string;
  books: Bookkeeping;
  audit: Audit;
  quarantine: { release: (externalId: string | null) => void };
  log: Logger;
};

/** Carries the command out, or says why not. */
export async function obeyCommand(
  deps: Deps,
  command: Command,
): Promise<{ ok: boolean; message: string | null }> {
  const done = { ok: true, message: null };
  switch (command.name) {
    case 'sync':
      deps.account.hurry();
      deps.journal.actions.hurry(deps.siteId);
      return done;
    case 'retry':
      deps.quarantine.release(command.external_id);
      deps.books.retry(command.external_id);
      return done;
    case 'recheck':
      if (command.external_id === null) return { ok: false, message: 'Say which work to compare.' };
      deps.journal.transaction(() => deps.books.recheck(command.external_id!));
      return done;
    case 'audit':
      deps.audit.request();
      return done;
    case 'brake_release':
    case 'brake_keep': {
      const works = await deps.books.answerBrake(command.name === 'brake_release' ? 'free' : 'kept');
      deps.log.info({ works, answer: command.name }, 'the owner answered the brake');
      return done;
    }
    default:
      return { ok: false, message: `This version of the sync service does not know "${command.name}".` };
  }
}
