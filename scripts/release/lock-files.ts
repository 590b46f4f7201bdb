// The parts named by the lock file of npm and by composer.json, as components of CycloneDX. `npm sbom` leaves out what several workspaces share
// (zod, pg), so the lock file is walked here, by the rule with which Node finds a package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './packages.ts';

export interface Component {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  scope: 'required' | 'excluded';
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id: string } } | { expression: string })[];
}
export interface Parts {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Locked {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(rootDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** What the workspace installs from npm; with `tools`, what it is built with as well. The workspace itself comes first. */
export function npmParts(workspace: string, tools: boolean): Parts {
  const components = new Map<string, Component>();
  const dependencies = new Map<string, string[]>();
  const waiting = [workspace];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const locked = packages[path];
    if (!locked) throw new Error(`package-lock.json has no ${path}; run "npm install".`);
    const component = npmComponent(path, locked);
    if (components.has(component['bom-ref'])) continue;
    components.set(component['bom-ref'], component);
    const wanted = {
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...(tools && path === workspace ? locked.devDependencies : {}),
    };
    const found = Object.keys(wanted).flatMap((name) => find(path, name) ?? []);
    waiting.push(...found);
    const refs = found.map((one) => npmComponent(one, packages[one] ?? {})['bom-ref']);
    dependencies.set(component['bom-ref'], [...new Set(refs)].sort());
  }
  return {
    components: [...components.values()],
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
}

/** The development tools that this composer.json pins; the plugin needs none of them at run time. */
export function composerTools(file: string): Component[] {
  const manifest = JSON.parse(readFileSync(join(rootDir, file), 'utf8')) as {
    'require-dev': Record<string, string>;
  };
  return Object.entries(manifest['require-dev']).map(([name, version]) => ({
    type: 'library',
    'bom-ref': `composer:${name}@${version}`,
    name,
    version,
    purl: `pkg:composer/${name}@${version}`,
    scope: 'excluded',
  }));
}

function find(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder}${folder ? '/' : ''}node_modules/${name}`;
    const locked = packages[path];
    if (locked) return locked.link ? locked.resolved : path;
    if (folder === '') return undefined;
  }
}

function npmComponent(path: string, locked: Locked): Component {
  const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const version = locked.version ?? '';
  const [algorithm, digest] = locked.integrity?.split('-', 2) ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: 'required',
    ...(algorithm === 'sha512' && digest
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(locked.license ? { licenses: [{ expression: locked.license }] } : {}),
  };
}
