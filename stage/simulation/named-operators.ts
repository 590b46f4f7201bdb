// People who use the console under a name of their own: an administrator lets them in, gives them another password, and takes the console away.
import { hashPassword } from '#kit/password';
import { recorded } from '../../registry-server/src/domain/access/operator-actions.ts';
import type { Storage } from '../../registry-server/src/storage/storage.ts';
import { backUp, isToBeRestored } from './backups.ts';
import { command, wordOf } from './commands.ts';
import type { Life } from './life.ts';
import type { Operation } from './operation.ts';
import { withStorage } from './operator.ts';
import type { World } from './world.ts';

/** Their names; each may come back. */
const NAMES = ['anna', 'bruno', 'clara'];

async function changeOperators(world: World): Promise<string | undefined> {
  const { random, knowledge } = world;
  const name = random.pick(NAMES);
  const chance = random.next();
  if (!knowledge.operators.has(name) || chance < 0.2) return give(world, name, 'add operator');
  if (chance < 0.6) return give(world, name, 'change password');
  const deed = { what: 'remove operator', registry: 1, name } as const;
  const remove = (life: Life) =>
    withStorage(life, (storage) =>
      noted(
        storage,
        'remove',
        async () => (await storage.removeOperator(name)) || { refused: 'operator_not_found' },
      ),
    );
  const removed = wordOf(await command(world, deed, remove));
  if (removed !== undefined) knowledge.operators.delete(name);
  return removed;
}

/** As the command line does it, whose commands these are. */
const noted = <Result>(storage: Storage, what: string, act: () => Promise<Result>): Promise<Result> =>
  recorded(storage, { operator: 'operator', via: 'command', action: `operator ${what}`, told: {} }, act);

async function give(world: World, name: string, what: 'add operator' | 'change password') {
  const password = `password ${world.serial()} of ${name}`;
  const deed = { what, registry: 1, name, password } as const;
  const act = (life: Life) =>
    withStorage(life, async (storage) => {
      const passwordHash = await hashPassword(password);
      return noted(storage, what === 'add operator' ? 'add' : 'update', async () => {
        const isDone =
          what === 'add operator'
            ? await storage.insertOperator({ name, role: 'operate', passwordHash })
            : await storage.updateOperator(name, { role: undefined, passwordHash });
        return isDone || { refused: what === 'add operator' ? 'name_taken' : 'operator_not_found' };
      });
    });
  const given = wordOf(await command(world, deed, act));
  if (given === 'done' || given === 'name_taken') world.knowledge.operators.add(name);
  if (given === 'operator_not_found') world.knowledge.operators.delete(name);
  return given;
}

/** A password is replaced between two backups; then the machine is put back to the first, and somebody restores the second over it. */
async function changeBetweenBackups(world: World): Promise<string | undefined> {
  if (isToBeRestored(world)) return 'not now';
  const name = world.random.pick(NAMES);
  await give(world, name, 'add operator');
  const older = await backUpNow(world);
  if (older === undefined) return 'no backup';
  const given = await give(world, name, 'change password');
  const newer = await backUpNow(world);
  if (given !== 'done' || newer === undefined) return 'no second backup';
  newer.over = older;
  newer.restoreIn = 1 + world.random.below(3);
  return 'done';
}

/** Undefined: none was made, or another one is to be restored. It is not restored by itself. */
async function backUpNow(world: World) {
  const before = world.backup;
  await backUp(world);
  const { backup } = world;
  if (backup === undefined || backup === before) return undefined;
  backup.restoreIn = Infinity;
  return backup;
}

export const NAMED_OPERATORS: readonly Operation[] = [
  { name: 'change operators between backups', share: 1, run: changeBetweenBackups },
  { name: 'change operators', share: 3, takesAway: true, run: changeOperators },
];
