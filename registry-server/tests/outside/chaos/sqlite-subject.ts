// The embedded database: one instance, which is killed and frozen.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeInstance, operate } from './instance.ts';
import type { Environment } from './instance.ts';
import { between } from './subject.ts';
import type { Subject } from './subject.ts';

export async function startSqliteSubject(folder: string, common: Environment): Promise<Subject> {
  const environment = { ...common, REGISTRY_DATA_DIR: join(folder, 'data') };
  await operate(environment, 'migrate');
  const instance = await makeInstance('the instance', environment, folder);
  await instance.start();
  return {
    name: 'SQLite, one instance',
    instances: [instance],
    environment,
    leftOut: [],
    faults: [
      {
        name: 'kill -9 an instance',
        kind: 'kill',
        strike: async (random) => {
          await instance.kill9();
          await sleep(between(random, 0, 1_000));
          await instance.start();
        },
      },
      {
        name: 'freeze an instance',
        kind: 'other',
        strike: async (random) => {
          instance.freeze();
          await sleep(between(random, 500, 3_000));
          instance.thaw();
        },
      },
    ],
    close: () => instance.kill9(),
  };
}
