// The operator at the command line of the registry: a process beside the running server, on the same database.
import type { z } from 'zod';
import type { Config } from '../../registry-server/src/config.ts';
import { perform } from '../../registry-server/src/operator/actions/action.ts';
import type { Action } from '../../registry-server/src/operator/actions/action.ts';
import { openStorage } from '../../registry-server/src/open-storage.ts';
import { loadSecretKeys } from '../../registry-server/src/secret-key.ts';
import type { Storage } from '../../registry-server/src/storage/storage.ts';
import { registryConfig } from './machines.ts';
import type { Life } from './life.ts';
import { threadsOf } from './threads-here.ts';

/** Opens the database as a command does. With the life of the machine it ends: then it neither answers nor fails. */
export async function withStorage<Result>(
  life: Life,
  act: (storage: Storage, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = registryConfig(life);
  const storage = await openStorage(config, { clock: life.clock, startThread: threadsOf(life) });
  try {
    return await act(storage, config);
  } finally {
    if (!life.isDead) await storage.close();
  }
}

export function operate<Input extends z.ZodType, Result>(
  life: Life,
  action: Action<Input, Result>,
  input: z.input<Input>,
): Promise<Result> {
  return withStorage(life, (storage, config) => {
    const context = {
      storage,
      secretKeys: () => loadSecretKeys(config),
      webhookRefusal: () => undefined,
      onProgress: () => undefined,
    };
    const told = input as Record<string, unknown>;
    const caller = { operator: 'operator', via: 'command' as const, role: 'administer' as const, told };
    return perform(action, context, caller, () => input);
  });
}
