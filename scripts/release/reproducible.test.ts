// The whole release twice, the second time a little later, in another time zone and by somebody with a stricter umask: the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseDir, rootDir } from './packages.ts';

const release = (env: Record<string, string>) =>
  execFileSync(process.execPath, [join(rootDir, 'scripts/release.ts')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test('built twice, every file has the same checksum, and SHA256SUMS says it', () => {
  const first = release({ TZ: 'Pacific/Auckland' });
  const umask = process.umask(0o077);
  const second = release({ TZ: 'America/Lima', LC_ALL: 'C' });
  process.umask(umask);
  expect(second).toBe(first);
  expect(readFileSync(join(releaseDir, 'SHA256SUMS'), 'utf8')).toBe(second);
  const lines = second.trim().split('\n');
  const names = ['contract', 'server', 'daemon', 'client'];
  expect(lines.map((line) => line.slice(66).replace(/-\d.*\./, '.')).sort()).toEqual(
    [
      ...names.flatMap((name) => [`artwork-registry-${name}.tgz`, `${name}.cdx.json`]),
      ...['artwork-registry-connector.zip', 'plugin.cdx.json'],
    ].sort(),
  );
  for (const line of lines) {
    const bytes = readFileSync(join(releaseDir, line.slice(66)));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(line.slice(0, 64));
  }
}, 600_000);
