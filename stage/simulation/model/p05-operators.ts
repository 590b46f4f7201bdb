// P5 for operators: who was removed, and a password that was replaced, do not open the console, also after a restore; and for people who were
// erased, whose requests for access no operator finds. Judged by the console as a browser sees it.
import { jsonOf, read, stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said } from './observation.ts';
import { makeRegister, truthOf, type Register, type Restore } from './timeline.ts';
import { changeOf } from './works.ts';

const REQUESTS = '/api/v1/integrations/access-requests';
const CONSOLE = '/operator';
/** Each try costs a registry a quarter of a second, and it takes thirty of strangers in a minute. */
const NAMES_A_LOOK = 3;
const PASSWORDS_OF_ONE = 2;
const PEOPLE_A_LOOK = 10;

type OperatorStory = {
  name: string;
  exists: Register<boolean>;
  password: Register<string | null>;
  /** Every password that it had, the last one last. */
  passwords: readonly string[];
  entries: readonly number[];
};

export const operatorsAtRest: Check = async (context) => {
  const { world, quiet, registry, ledger } = context;
  const stories = operatorStories(quiet.history, registry.registry, ledger.restores);
  const found: Finding[] = [];
  let session: string | null = null;
  for (const story of stories.slice(-NAMES_A_LOOK)) {
    const exists = truthOf(story.exists.at(world.now));
    const possible = exists === 'no' ? [] : story.password.at(world.now);
    for (const password of story.passwords.slice(-PASSWORDS_OF_ONE)) {
      const opened = await signIn(context, story.name, password);
      if (opened === undefined) continue;
      const isOnly = exists === 'yes' && possible.every((one) => one === password);
      if (opened !== null && !possible.includes(password)) {
        const what = exists === 'no' ? 'who was removed' : 'whose password is another one';
        const sentence = `the operator ${story.name}, ${what}, signs in with the password ${password}`;
        found.push(finding('P5', sentence, story.entries));
      } else if (opened === null && isOnly) {
        const sentence = `the operator ${story.name} cannot sign in with the password ${password}`;
        found.push(finding('P2', sentence, story.entries));
      } else session ??= opened;
    }
  }
  return session === null ? found : [...found, ...(await erasedPeople(context, session))];
};

/** By name, the one that was told of last at the end. */
function operatorStories(
  history: readonly Said[],
  registry: number,
  restores: readonly Restore[],
): OperatorStory[] {
  const byName = new Map<string, Said[]>();
  for (const said of history) {
    const { deed, outcome } = said;
    const isOfOperator =
      deed.what === 'add operator' || deed.what === 'change password' || deed.what === 'remove operator';
    if (!isOfOperator || deed.registry !== registry || outcome.is === 'refused') continue;
    const own = byName.get(deed.name) ?? [];
    byName.delete(deed.name);
    byName.set(deed.name, [...own, said]);
  }
  return [...byName].map(([name, own]) => {
    const given = own.flatMap((said) =>
      'password' in said.deed ? [{ said, password: said.deed.password }] : [],
    );
    const life = own.flatMap((said) =>
      said.deed.what === 'change password' ? [] : [changeOf(said, said.deed.what === 'add operator')],
    );
    return {
      name,
      exists: makeRegister(false, life, restores, { isTakenAway: (exists) => !exists }),
      password: makeRegister<string | null>(
        null,
        given.map(({ said, password }) => changeOf(said, password)),
        restores,
        'last',
      ),
      passwords: given.map(({ password }) => password),
      entries: own.map(({ number }) => number),
    };
  });
}

/** The cookies of a session, null where the console does not open, undefined where it did not answer. */
async function signIn(
  { world, registry }: Context,
  name: string,
  password: string,
): Promise<string | null | undefined> {
  const { origin } = registry;
  const form = await read(world.call, { origin, method: 'GET', path: `${CONSOLE}/login`, isLocal: true });
  // While no operator has a password the console is closed.
  if (form.status === 403) return null;
  const token = /name="token" value="([^"]+)"/.exec(form.text)?.[1];
  const cookie = cookiesOf(form.headers);
  if (token === undefined || cookie === null) return undefined;
  const answer = await read(world.call, {
    origin,
    method: 'POST',
    path: `${CONSOLE}/login`,
    isLocal: true,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, name, password }).toString(),
  });
  if (answer.status === 403) return null;
  return answer.status === 303 ? (cookiesOf(answer.headers) ?? undefined) : undefined;
}

function cookiesOf(headers: Readonly<Record<string, string>>): string | null {
  const found = [...(headers['set-cookie'] ?? '').matchAll(/(?:^|,)\s*([\w-]+=[^;,]+)/g)];
  return found.length === 0 ? null : found.map(([, pair]) => pair).join('; ');
}

/** Erased once, the request of a person is at no address of the console. Where the replaced database is lost, it may be back. */
async function erasedPeople({ quiet, world, registry, ledger }: Context, cookie: string): Promise<Finding[]> {
  const erasures = quiet.history.filter(
    ({ deed, outcome, asked }) =>
      deed.what === 'erase person' &&
      deed.registry === registry.registry &&
      outcome.is === 'done' &&
      ledger.restores.every(({ isKept, ended }) => isKept || ended < asked),
  );
  const found: Finding[] = [];
  for (const erasure of erasures.slice(-PEOPLE_A_LOOK)) {
    const email = erasure.deed.what === 'erase person' ? erasure.deed.email : '';
    for (const { id, entry } of requestsOf(quiet.history, registry.registry, email, erasure)) {
      const path = `${CONSOLE}/access-requests/${id}`;
      const { status, text } = await read(world.call, {
        origin: registry.origin,
        method: 'GET',
        path,
        isLocal: true,
        headers: { cookie },
      });
      if (status !== 200 || !text.includes(email)) continue;
      const sentence = `${email} was erased, and an operator finds the request for access of that person at ${path}`;
      found.push(finding('P5', sentence, [entry, erasure.number]));
    }
  }
  return found;
}

/** What somebody with this address had asked for before. */
function requestsOf(
  history: readonly Said[],
  registry: number,
  email: string,
  before: Said,
): { id: string; entry: number }[] {
  return history.flatMap(({ deed, ended, number }) => {
    const isRequest = deed.what === 'call' && deed.registry === registry && deed.ask.path === REQUESTS;
    if (!isRequest || deed.answer.isLost || ended > before.asked) return [];
    if (stringAt(jsonOf(deed.ask.body), 'email') !== email) return [];
    const id = stringAt(jsonOf(deed.answer.body), 'request_id');
    return id === null ? [] : [{ id, entry: number }];
  });
}
