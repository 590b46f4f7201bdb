// One rule for both settings files. The server has its tests; the two programs share no code but the contract.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the lines of a settings file are checked as by the server, word for word', () => {
  const text = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
  expect(text('settings-lines.ts')).toBe(text('../../registry-server/src/settings-lines.ts'));
});
