// What is known of each certificate: who issued it, for which copy, and whether it may be withdrawn or superseded.
import { at, stringAt } from './answers.ts';
import type { CertificateInput, Said, World } from './observation.ts';
import { makeRegister, truthOf, type Change, type Register, type Truth } from './timeline.ts';
import { changeOf, type Ledger } from './works.ts';

export type CertificateStory = {
  id: string;
  registryId: string;
  input: CertificateInput;
  exists: Register<boolean>;
  isWithdrawn: Register<boolean>;
  issued: Change<boolean>;
  entries: readonly number[];
};

/** `issuer`: an organisation; null: not known. */
type Issue = {
  id: string;
  registryId: string;
  issuer: string | null;
  input: CertificateInput;
  change: Change<boolean>;
};

export function certificateStories(world: World, ledger: Ledger): CertificateStory[] {
  const issues = [
    ...ledger.writes.flatMap(({ kind, is, attempts, organization, target, body, asked, ended }): Issue[] => {
      const id = stringAt(attempts.find((attempt) => attempt.is === 'done')?.result, 'id');
      if (kind !== 'certificate' || is !== 'done' || id === null || target === null) return [];
      const change = { value: true, asked, ended, isSure: true, entry: attempts[0]!.entry };
      return [
        {
          id,
          registryId: target.toUpperCase(),
          issuer: organization,
          input: (body ?? {}) as CertificateInput,
          change,
        },
      ];
    }),
    ...world.history.flatMap((said) => issuedByOperator(said, ledger.registry)),
  ];
  // After a restore that kept it, its request is answered with it again: it is still one.
  const once = [...Map.groupBy(issues, ({ id }) => id).values()].map((same) => same[0]!);
  return once.map(({ id, registryId, issuer, input, change }) => {
    const withdrawals = withdrawalsOf(world, ledger, { id, issuer });
    return {
      id,
      registryId,
      input,
      issued: change,
      exists: makeRegister(false, [change], ledger.restores, { isTakenAway: (value) => value }),
      isWithdrawn: makeRegister(false, withdrawals, ledger.restores, { isTakenAway: (value) => value }),
      entries: [change.entry, ...withdrawals.map(({ entry }) => entry)],
    };
  });
}

function issuedByOperator(said: Said, registry: number): Issue[] {
  const { deed, outcome } = said;
  if (deed.what !== 'issue certificate' || deed.registry !== registry || outcome.is !== 'done') return [];
  const id = stringAt(outcome.said, 'id') ?? stringAt(outcome.said, 'certificate', 'id');
  if (id === null) return [];
  return [
    {
      id,
      registryId: deed.registryId.toUpperCase(),
      issuer: null,
      input: deed.input,
      change: changeOf(said, true),
    },
  ];
}

/** By the issuer, by the operator, or with the issuer's erasure. */
function withdrawalsOf(
  world: World,
  ledger: Ledger,
  { id, issuer }: Pick<Issue, 'id' | 'issuer'>,
): Change<boolean>[] {
  const byIssuer = ledger.writes
    .filter(({ kind, is, target }) => kind === 'withdraw certificate' && is !== 'refused' && target === id)
    .map(({ asked, ended, is, attempts }) => ({
      value: true,
      asked,
      ended,
      isSure: is === 'done',
      entry: attempts[0]!.entry,
    }));
  const byOperator = world.history.filter(
    ({ deed, outcome }) =>
      'registry' in deed &&
      deed.registry === ledger.registry &&
      outcome.is !== 'refused' &&
      ((deed.what === 'withdraw certificate' && deed.certificate === id) ||
        (deed.what === 'erase organisation' && deed.organization === issuer)),
  );
  return [...byIssuer, ...byOperator.map((said) => changeOf(said, true))];
}

/** The statuses that a certificate may have now. */
export function possibleStatuses(
  world: World,
  ledger: Ledger,
  all: readonly CertificateStory[],
  one: CertificateStory,
): readonly string[] {
  const work = ledger.works.get(one.registryId);
  const isGone = either(
    truthOf(one.isWithdrawn.at(world.now)),
    work === undefined ? 'maybe' : truthOf(work.isWithdrawn.at(world.now)),
  );
  const isSuperseded = all
    .filter((other) => other !== one && other.registryId === one.registryId)
    .map((other) => supersedes(world, other, one))
    .reduce(either, 'no');
  if (isGone === 'yes') return ['withdrawn'];
  const standing = { yes: ['superseded'], no: ['valid'], maybe: ['valid', 'superseded'] }[isSuperseded];
  return isGone === 'maybe' ? [...standing, 'withdrawn'] : standing;
}

/** A later certificate for the same copy. Whether one for the whole work supersedes that of a copy is not written anywhere. */
function supersedes(world: World, other: CertificateStory, one: CertificateStory): Truth {
  if (other.issued.ended <= one.issued.asked) return 'no';
  const [copy, former] = [at(other.input, 'edition_number') ?? null, at(one.input, 'edition_number') ?? null];
  if (copy !== former && copy !== null && former !== null) return 'no';
  const counts = both(
    truthOf(other.exists.at(world.now)),
    opposite(truthOf(other.isWithdrawn.at(world.now))),
  );
  const isLater = other.issued.asked >= one.issued.ended;
  return counts === 'yes' && isLater && copy === former ? 'yes' : counts === 'no' ? 'no' : 'maybe';
}

function either(one: Truth, other: Truth): Truth {
  if (one === 'yes' || other === 'yes') return 'yes';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'no';
}

function both(one: Truth, other: Truth): Truth {
  return opposite(either(opposite(one), opposite(other)));
}

function opposite(truth: Truth): Truth {
  return truth === 'yes' ? 'no' : truth === 'no' ? 'yes' : 'maybe';
}
