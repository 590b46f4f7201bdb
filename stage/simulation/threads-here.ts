// The threads of a storage, in this thread: the same messages, copied as between threads, each handed over in a turn of its own.
import { EventEmitter } from 'node:events';
import { serveRequests } from '../../registry-server/src/storage/sqlite/engine/thread-side.ts';
import type {
  StartThread,
  Thread,
  ThreadPort,
} from '../../registry-server/src/storage/sqlite/engine/thread-messages.ts';
import { ENGINE_OPERATIONS } from '../../registry-server/src/storage/sqlite/operations.ts';
import type { Life } from './life.ts';

export function threadsOf(life: Life): StartThread {
  const time = { elapsed: life.clock.elapsed, pause: (ms: number) => life.clock.sleep(ms) };
  let serial = 0;
  return (data) => {
    const inside = new EventEmitter();
    const outside = new EventEmitter();
    let threadId = (serial += 1);
    const hand = (to: EventEmitter, event: string, message?: unknown) =>
      void setImmediate((copy: unknown) => {
        if (!life.isDead) to.emit(event, copy);
      }, structuredClone(message));
    const port: ThreadPort = {
      postMessage: (message) => hand(outside, 'message', message),
      on: (event, listener) => inside.on(event, listener),
      close: () => {
        threadId = -1;
        hand(outside, 'exit');
      },
    };
    const thread = Object.assign(outside, {
      postMessage: (message: unknown) => hand(inside, 'message', message),
      unref: () => undefined,
      terminate: () => Promise.resolve(port.close()),
    });
    Object.defineProperty(thread, 'threadId', { get: () => threadId });
    setImmediate(() => {
      try {
        if (!life.isDead) serveRequests(ENGINE_OPERATIONS, port, data, time);
      } catch (error) {
        if (life.isDead) return;
        outside.emit('error', error);
        port.close();
      }
    });
    return thread as unknown as Thread;
  };
}
