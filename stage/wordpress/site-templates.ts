// Installed sites to copy from. WordPress's installation, WooCommerce's opening and the import of the demo collection take ten
// seconds and are the same for each gallery of a run, so each combination is made once. The folder lives as long as the run: a
// template never outlives the code that made it.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { importDemoWorks } from './shop.ts';
import { prepareWordPress } from './wordpress.ts';

/** Names the folder of this run's templates to all of its processes. */
const FOLDER = 'ARTWORK_REGISTRY_TEMPLATES';

export interface TemplateKind {
  hasShop: boolean;
  hasDemoWorks: boolean;
}

/** Makes the folder for the templates of a run; the function that is returned removes it. */
export async function openTemplates(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'artwork-registry-templates-'));
  process.env[FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Puts an installed site into an empty data folder. */
export async function layOutFromTemplate(dataDir: string, kind: TemplateKind): Promise<void> {
  const folder = process.env[FOLDER];
  if (!folder) throw new Error(`${FOLDER} is not set; openTemplates() sets it for a run.`);
  const template = await ensure(folder, kind);
  for (const entry of await readdir(template))
    await cp(join(template, entry), join(dataDir, entry), { recursive: true, verbatimSymlinks: true });
}

/** The template's folder, made by whichever process asks first; the others wait for it. */
async function ensure(folder: string, kind: TemplateKind): Promise<string> {
  const name = `${kind.hasShop ? 'shop' : 'gallery'}${kind.hasDemoWorks ? '-with-works' : ''}`;
  const template = join(folder, name);
  const claim = join(folder, `${name}.making`);
  for (;;) {
    if (existsSync(template)) return template;
    const isOurs = await mkdir(claim).then(
      () => true,
      () => false,
    );
    if (isOurs) break;
    await delay(100);
  }
  try {
    await make(claim, kind);
    await rm(join(claim, 'logs'), { recursive: true, force: true });
    await rename(claim, template);
  } catch (error) {
    await rm(claim, { recursive: true, force: true });
    throw error;
  }
  return template;
}

async function make(dataDir: string, { hasShop, hasDemoWorks }: TemplateKind): Promise<void> {
  const site = await prepareWordPress({
    dataDir,
    // The addresses are constants that each start writes again.
    port: 1,
    title: 'Demo Gallery',
    woocommerce: hasShop,
    say: () => undefined,
  });
  try {
    if (hasDemoWorks) await importDemoWorks(site, dataDir);
  } finally {
    await site.close();
  }
}
