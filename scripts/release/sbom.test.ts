import { expect, test } from 'vitest';
import { composerTools, npmParts } from './lock-files.ts';
import { sbom } from './sbom.ts';

test('a package lists what it contains, also what several packages share, and no tools', () => {
  const parts = npmParts('registry-server', false);
  const names = parts.components.map(({ name }) => name);
  expect(names[0]).toBe('@artwork-registry/server');
  expect(names).toEqual(expect.arrayContaining(['@artwork-registry/contract', 'fastify', 'pg', 'zod']));
  expect(names).not.toContain('vitest');
  const refs = new Set(parts.components.map((component) => component['bom-ref']));
  expect(parts.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  expect(parts.components.filter(({ version }) => !/^\d/.test(version))).toEqual([]);
  // Its own manifest names none; its LICENSE is MIT.
  const without = parts.components.filter(({ licenses }) => !licenses).map(({ name }) => name);
  expect(without).toEqual(['png-js']);
});

test("Composer's tools are listed as not shipped", () => {
  expect(composerTools('plugin/composer.json')).toContainEqual(
    expect.objectContaining({ name: 'phpstan/phpstan', scope: 'excluded', purl: expect.stringMatching(/^pkg:composer\//) }),
  );
});

test('the same parts give the same file, other parts another serial number', () => {
  const serial = (workspace: string) =>
    (JSON.parse(sbom(npmParts(workspace, false), 0)) as { serialNumber: string }).serialNumber;
  expect(sbom(npmParts('daemon', false), 0)).toBe(sbom(npmParts('daemon', false), 0));
  expect(serial('daemon')).not.toBe(serial('registry-server'));
  expect(serial('daemon')).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});
