// The gallery's works as its owner changes them by WP-CLI, whatever they are: products where the site has WooCommerce, posts of
// the type `artwork` where it has not. Never fires a hook of ours.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPicture } from '../demo/pictures.ts';
import { stageDir, phpScriptsDir } from '../paths.ts';
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

/** One of an edition: the registry could not tell it from the others. */
export const wavePrint = (number: number): GalleryWork => ({
  title: 'The Wave',
  artist: 'Paula Example',
  year: '2020',
  height_cm: 40,
  width_cm: 30,
  inventory_number: `WAVE-${number}`,
});

/** The 30 works of the demo collection: real public-domain works, invented prices. */
export async function readDemoWorks(): Promise<GalleryWork[]> {
  const file = await readFile(join(stageDir, 'demo/works.json'), 'utf8');
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

/** Makes one published product, or one `areg_artwork` post, of each work. */
export async function importWorks(
  wordpress: WordPress,
  dataDir: string,
  works: GalleryWork[],
): Promise<void> {
  const script = wordpress.woocommerce ? 'import-products.php' : 'import-works.php';
  const file = join(dataDir, 'import.ndjson');
  await writeFile(file, works.map((work) => JSON.stringify(work)).join('\n') + '\n');
  await wordpress.wp('eval-file', join(phpScriptsDir, script), file);
  await rm(file);
}

/** The address of the list of works in wp-admin. */
export function listUrl(wordpress: WordPress): string {
  return `${wordpress.url}/wp-admin/edit.php?post_type=${wordpress.woocommerce ? 'product' : 'areg_artwork'}`;
}

export async function setPrice(wordpress: WordPress, id: string, amount: number): Promise<void> {
  if (wordpress.woocommerce) await updateProduct(wordpress, id, `--regular_price=${amount}`);
  else await wordpress.wp('post', 'meta', 'update', id, 'artwork_registry_price_amount', String(amount));
}

/** In a shop the only one is bought and paid for; in a gallery without one the owner says so. */
export async function sell(wordpress: WordPress, id: string): Promise<void> {
  if (wordpress.woocommerce) await placeOrder(wordpress, id, { isPaid: true });
  else await wordpress.wp('post', 'meta', 'update', id, 'artwork_registry_availability', 'sold');
}

export async function unpublish(wordpress: WordPress, id: string): Promise<void> {
  if (wordpress.woocommerce) await updateProduct(wordpress, id, '--status=draft');
  else await wordpress.wp('post', 'update', id, '--post_status=draft');
}

/** Past the trash. */
export async function deleteForGood(wordpress: WordPress, id: string): Promise<void> {
  if (wordpress.woocommerce) await wordpress.wp('wc', 'product', 'delete', id, '--force=true', ...owner);
  else await wordpress.wp('post', 'delete', id, '--force');
}

export async function updateProduct(wordpress: WordPress, id: string, ...changes: string[]): Promise<void> {
  await wordpress.wp('wc', 'product', 'update', id, ...changes, ...owner);
}

/** Orders one of the product: paid by card, or waiting for a bank transfer. Returns the order's id. */
export async function placeOrder(
  wordpress: WordPress,
  productId: string,
  options: { isPaid: boolean },
): Promise<string> {
  const lines = JSON.stringify([{ product_id: Number(productId), quantity: 1 }]);
  const payment = options.isPaid
    ? ['--payment_method=card', '--payment_method_title=Card', '--set_paid=true']
    : ['--payment_method=bacs', '--payment_method_title=Bank transfer', '--status=on-hold'];
  const order = ['wc', 'shop_order', 'create', `--line_items=${lines}`, ...payment];
  return (await wordpress.wp(...order, '--porcelain', ...owner)).trim();
}

export async function setOrderStatus(wordpress: WordPress, orderId: string, status: string): Promise<void> {
  await wordpress.wp('wc', 'shop_order', 'update', orderId, `--status=${status}`, ...owner);
}

/** Gives the whole order back, by hand as a gallery does, and puts its works into stock again. */
export async function refundOrder(wordpress: WordPress, orderId: string): Promise<void> {
  const order = (await rest(wordpress, 'GET', `/wc/v3/orders/${orderId}`)) as {
    total: string;
    line_items: { id: number; total: string; quantity: number }[];
  };
  await rest(wordpress, 'POST', `/wc/v3/orders/${orderId}/refunds`, {
    amount: order.total,
    line_items: order.line_items.map(({ id, total, quantity }) => ({
      id,
      quantity,
      refund_total: Number(total),
    })),
    api_refund: false,
    api_restock: true,
  });
}

/** One request to the site's REST API as its owner. */
export async function rest(
  wordpress: WordPress,
  method: string,
  route: string,
  body: object = {},
): Promise<unknown> {
  const script = join(phpScriptsDir, 'rest-request.php');
  return JSON.parse(await wordpress.wp('eval-file', script, method, route, JSON.stringify(body)));
}

/** The user that WooCommerce's commands act as. */
const owner = ['--user=gallery'];
