// People who use the console under a name of their own: an administrator lets them in, gives them another password, and takes the console away.
import { hashPassword } from '#kit/password';
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
    withStorage(
      life,
      async (storage) => (await storage.removeOperator(name)) || { refused: 'operator_not_found' },
    );
  const removed = wordOf(await command(world, deed, remove));
  if (removed !== undefined) knowledge.operators.delete(name);
  return removed;
}

async function give(world: World, name: string, what: 'add operator' | 'change password') {
  const password = `password ${world.serial()} of ${name}`;
  const deed = { what, registry: 1, name, password } as const;
  const act = (life: Life) =>
    withStorage(life, async (storage) => {
      const passwordHash = await hashPassword(password);
      const isDone =
        what === 'add operator'
          ? await storage.insertOperator({ name, role: 'operate', passwordHash })
          : await storage.updateOperator(name, { role: undefined, passwordHash });
      return isDone || { refused: what === 'add operator' ? 'name_taken' : 'operator_not_found' };
    });
  const given = wordOf(await command(world, deed, act));
  if (given === 'done' || given === 'name_taken') world.knowledge.operators.add(name);
  if (given === 'operator_not_found') world.knowledge.operators.delete(name);
  return given;
}

export const NAMED_OPERATORS: readonly Operation[] = [
  { name: 'change operators', share: 3, takesAway: true, run: changeOperators },
];
