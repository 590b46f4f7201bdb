// Puts works into WordPress as an import would: the demo collection (e2e/demo), or any list of works.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPicture } from '../demo/pictures.ts';
import { e2eDir, supportDir } from './paths.ts';
import type { WordPress } from './wordpress.ts';

export interface GalleryWork {
  title: string;
  artist?: string;
  year?: string;
  medium?: string;
  height_cm?: number;
  width_cm?: number;
  depth_cm?: number;
  availability?: string;
  price?: { amount: number; currency: string };
  inventory_number: string;
  picture?: string;
}

/** The 30 works of the demo collection: real public-domain works, invented prices. */
export async function readDemoWorks(): Promise<GalleryWork[]> {
  const file = await readFile(join(e2eDir, 'demo/works.json'), 'utf8');
  return (JSON.parse(file) as { works: GalleryWork[] }).works;
}

/** Draws the pictures and imports the demo collection; works that are there already are left alone. */
export async function importDemoWorks(wordpress: WordPress, dataDir: string): Promise<void> {
  const pictures = join(dataDir, 'demo-pictures');
  await mkdir(pictures, { recursive: true });
  const works = await readDemoWorks();
  for (const work of works) {
    work.picture = join(pictures, `${work.inventory_number.toLowerCase()}.png`);
    await writeFile(work.picture, drawPicture(work.title, work.height_cm ?? 50, work.width_cm ?? 50));
  }
  await importWorks(wordpress, dataDir, works);
}

/** Makes one published `artwork` post of each work, by WP-CLI. */
export async function importWorks(
  wordpress: WordPress,
  dataDir: string,
  works: GalleryWork[],
): Promise<void> {
  const file = join(dataDir, 'import.ndjson');
  await writeFile(file, works.map((work) => JSON.stringify(work)).join('\n') + '\n');
  await wordpress.wp('eval-file', join(supportDir, 'import-works.php'), file);
  await rm(file);
}
