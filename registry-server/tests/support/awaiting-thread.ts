// A storage thread that runs operations which await (awaiting-operations.ts).
import { serveThread } from '../../src/storage/sqlite/engine/thread-side.ts';
import { awaitingOperations } from './awaiting-operations.ts';

serveThread(awaitingOperations());
