import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TABLES } from './tables.ts';

const BESIDE = ['dialect.ts', 'portable.ts', 'tables.ts', 'with-outbox.ts'];

it('every statement of tables/ is among them under a name of its own', async () => {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !BESIDE.includes(file))
    .map((file) => join(import.meta.dirname, file));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  expect(modules.flatMap((module) => Object.keys(module)).sort()).toEqual(Object.keys(TABLES).sort());
});
