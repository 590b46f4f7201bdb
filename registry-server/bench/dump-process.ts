// Writes a dump in a process of its own, as the server does in its own, and tells how much memory that took.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anonymousMiB } from './anonymous-memory.ts';
import { openStorage } from '../src/open-storage.ts';
import { readConfig } from '../src/config.ts';
import { keepDumps } from '../src/dumps/dump-keeper.ts';

const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-dump-'));
const config = readConfig(process.env);
// With readers, as the server has it.
const storage = await openStorage(config, { isServer: true });
await storage.listPublicBatch(0, 250);
const before = anonymousMiB();
let most = before;
const began = performance.now();
const { written } = await keepDumps(
  { folder, licence: 'none' },
  {
    storage,
    clock: storage.clock,
    onDamaged: (_name, error) => {
      throw error;
    },
    onProgress: () => void (most = Math.max(most, anonymousMiB())),
  },
  true,
);
const seconds = (performance.now() - began) / 1000;
await storage.close();
rmSync(folder, { recursive: true, force: true });
console.log(
  JSON.stringify({ before, most, seconds, works: written?.works ?? 0, bytes: written?.bytes ?? 0 }),
);
