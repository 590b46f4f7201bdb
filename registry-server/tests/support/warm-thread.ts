// A thread that serves one storage after another, each on a port of its own.
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { serveRequests } from '../../src/storage/sqlite/engine/thread-side.ts';
import type { ThreadData } from '../../src/storage/sqlite/engine/thread-messages.ts';
import { ENGINE_OPERATIONS } from '../../src/storage/sqlite/operations.ts';

export type Served = { data: ThreadData; port: MessagePort };

parentPort?.on('message', ({ data, port }: Served) => serveRequests(ENGINE_OPERATIONS, port, data));
