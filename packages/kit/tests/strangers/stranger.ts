// Tells a stranger in a process of its own what to do.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answers, Held, Hold, Questions, Release } from './stranger-process.ts';

export type Stranger = {
  ask: (questions: Omit<Questions, 'what'>) => Promise<Answers>;
  hold: (order: Omit<Hold, 'what'>) => Promise<Held>;
  release: () => Promise<Held>;
  stop: () => void;
};

export function startStranger(): Stranger {
  const child = fork(join(import.meta.dirname, 'stranger-process.ts'), { stdio: 'inherit' });
  const tell = async <Result>(order: Questions | Hold | Release): Promise<Result> => {
    const answered = once(child, 'message');
    child.send(order);
    const [result] = (await answered) as [Result];
    return result;
  };
  return {
    ask: (questions) => tell({ what: 'ask', ...questions }),
    hold: (order) => tell({ what: 'hold', ...order }),
    release: () => tell({ what: 'release' }),
    stop: () => void child.kill('SIGKILL'),
  };
}
