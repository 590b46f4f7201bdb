import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder in memory, where the system has one: these tests write thousands of databases, and none has to last. */
export const memoryFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
