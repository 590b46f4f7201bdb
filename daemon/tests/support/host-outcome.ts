// What must hold after any fault run of a host, however it went: one Art ID a work, nobody's Art IDs at another's site, and neither a
// key nor a secret in a file.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostWorld } from './host-world.ts';

/** What is wrong, one sentence each; none: all is well. */
export async function faultsOfHost(world: HostWorld, formerSecrets: string[]): Promise<string[]> {
  const secrets = world.tenants.flatMap(({ apiKey, site }) => [apiKey, site.secret]);
  return [
    ...faultsOfRegistry(world),
    ...faultsOfReports(world),
    ...(await faultsOfFiles(world.hostDir, [...secrets, ...formerSecrets])),
  ];
}

function faultsOfRegistry(world: HostWorld): string[] {
  const faults: string[] = [];
  const byWork = Map.groupBy(world.registry.sources(), ({ slug, externalId }) => `${slug} ${externalId}`);
  let expected = 0;
  for (const { slug, site } of world.tenants)
    for (const id of site.works.keys()) {
      expected += 1;
      const artIds = new Set((byWork.get(`${slug} ${id}`) ?? []).map(({ registryId }) => registryId));
      if (artIds.size !== 1) faults.push(`work ${id} of ${slug} has ${artIds.size} Art IDs`);
    }
  const count = world.registry.countArtworks();
  if (count !== expected) faults.push(`the registry has ${count} artworks for ${expected} works`);
  return faults;
}

/** Every report and every event that a site ever heard, not just the last. */
function faultsOfReports(world: HostWorld): string[] {
  const ownerOf = new Map(world.registry.sources().map(({ registryId, slug }) => [registryId, slug]));
  return world.tenants.flatMap(({ slug, site }) => {
    const told = [...site.reportLog, ...site.events].map((one) => one['registry_id'] as string | null);
    const strange = new Set(told.filter((id) => id !== null && ownerOf.get(id) !== slug));
    return [...strange].map(
      (id) => `${slug} was told of ${id}, which belongs to ${ownerOf.get(id!) ?? 'nobody'}`,
    );
  });
}

async function faultsOfFiles(folder: string, secrets: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (secrets.some((secret) => content.includes(secret)))
      faults.push(`${file} has a key or secret in the clear`);
  }
  return faults;
}
