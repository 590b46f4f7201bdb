// Real threads for tests that open a storage each: a thread takes half a second to load its program, which all of them share.
import { EventEmitter } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { StartThread } from '../../src/storage/sqlite/engine/thread-messages.ts';
import type { Served } from './warm-thread.ts';

const PROGRAM = new URL('./warm-thread.ts', import.meta.url);
const idle = new Set<Worker>();

/** Takes a thread whose storage was closed, or starts one. */
export const warmThread: StartThread = (data) => {
  const [worker = new Worker(PROGRAM)] = idle;
  idle.delete(worker);
  worker.ref();
  const { port1: ours, port2: port } = new MessageChannel();
  const thread = new EventEmitter();
  let hasEnded = false;
  const end = (isAlive: boolean) => {
    worker.off('error', onError).off('exit', onExit);
    if (hasEnded) return;
    hasEnded = true;
    if (isAlive) idle.add(worker.removeAllListeners('exit').once('exit', () => idle.delete(worker)));
    worker.unref();
    thread.emit('exit', isAlive ? 0 : 1);
  };
  const onError = (error: unknown) => thread.emit('error', error);
  const onExit = () => end(false);
  worker.on('error', onError).on('exit', onExit);
  ours.on('message', (message) => thread.emit('message', message)).once('close', () => end(true));
  worker.postMessage({ data, port } satisfies Served, [port]);
  return Object.defineProperty(
    Object.assign(thread, {
      threadId: 0,
      postMessage: (message: unknown) => ours.postMessage(message),
      unref: () => void worker.unref(),
      terminate: () => worker.terminate(),
    }),
    'threadId',
    { get: () => (hasEnded ? -1 : worker.threadId) },
  );
};
