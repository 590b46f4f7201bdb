// The program of a storage thread: its engine with the operations of this registry.
import { serveThread } from './engine/thread-side.ts';
import { ENGINE_OPERATIONS } from './operations.ts';

serveThread(ENGINE_OPERATIONS);
