// What a package contains, as CycloneDX 1.5. The moment is that of the commit and the serial number follows from the contents, so that
// the same sources give the same file.
import { createHash } from 'node:crypto';
import type { Parts } from './lock-files.ts';

/** Text of the list; the first component is what the list is about. */
export function sbom({ components, dependencies }: Parts, epochSeconds: number): string {
  const [subject, ...parts] = components;
  if (!subject) throw new Error('A list of parts needs the package that it is about.');
  const digest = createHash('sha256').update(JSON.stringify({ components, dependencies })).digest('hex');
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { timestamp: new Date(epochSeconds * 1000).toISOString(), component: subject },
    components: parts.sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
    dependencies: dependencies.sort((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}
