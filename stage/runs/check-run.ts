// `npm start -- --check`: the main job step by step, each verified in the registry's API and in WordPress.
import { readApi } from '../system/registry.ts';
import type { DemoGallery } from '../system/demo-gallery.ts';
import { deleteForGood, sell, setPrice, unpublish } from '../wordpress/shop.ts';
import { inRegistry, listWorks, stateIs, waitFor, workNamed } from '../system/site-works.ts';

interface Artwork {
  registry_id: string;
  title: string;
  availability: string;
  price: { amount: number; currency: string } | null;
  source: { status: string } | null;
}

/** Runs every step, one line each with its time; a failed step does not stop the next. */
export async function runCheck(
  system: DemoGallery,
  startedAt: number,
): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  let failed = 0;
  for (const [name, step] of steps(system)) {
    const started = Date.now();
    try {
      const detail = await step();
      passed++;
      console.log(`ok      ${seconds(started)}  ${name}${detail ? ` (${detail})` : ''}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${seconds(started)}  ${name}\n        ${(error as Error).message}`);
    }
  }
  console.log(`${seconds(startedAt)} in all`);
  console.log(`${passed} passed, ${failed} failed`);
  return { passed, failed };
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;
}

function steps(system: DemoGallery): [string, () => Promise<string | void>][] {
  const { wordpress, registry } = system;
  const read = async (id: string) => {
    const { status, artwork } = await inRegistry(system, id);
    return { status, artwork: artwork as unknown as Artwork };
  };
  const artId = async (title: string) => {
    const { registry_id: id } = await workNamed(system, title);
    if (!id) throw new Error(`"${title}" has no Art ID.`);
    return id;
  };
  const registryShows = (what: string, id: string, test: (artwork: Artwork) => boolean) =>
    waitFor(what, async () => {
      const { status, artwork } = await read(id);
      return status === 200 && test(artwork);
    });

  return [
    [
      'the gallery agrees, asks for access, and is connected once the operator approves',
      () => system.connect(),
    ],
    [
      'every demo work gets an Art ID',
      async () => {
        await system.registerAll();
        const works = await waitFor(
          '30 works with an Art ID, published',
          async () => {
            const all = await listWorks(system);
            return (
              all.length === 30 &&
              all.every((work) => work.registry_id && ['published', 'sold'].includes(work.state)) &&
              all
            );
          },
          120_000,
        );
        const ids = new Set(works.map((work) => work.registry_id));
        if (ids.size !== 30) throw new Error(`30 works share ${ids.size} Art IDs.`);
        const { body } = await readApi(registry, system.account.apiKey, '/artworks?limit=100');
        const total = (body['pagination'] as { total: number }).total;
        if (total !== 30) throw new Error(`The registry lists ${total} works, expected 30.`);
        return `${ids.size} Art IDs`;
      },
    ],
    [
      'an edited work is the same in the registry',
      async () => {
        const work = await workNamed(system, 'Irises');
        await setPrice(wordpress, work.external_id, 49_500);
        await registryShows(
          'price 49500',
          await artId('Irises'),
          (artwork) => artwork.price?.amount === 49_500,
        );
        await stateIs(system, 'Irises', 'published');
      },
    ],
    [
      'a sold work is sold in the registry',
      async () => {
        const work = await workNamed(system, 'The Milkmaid');
        await sell(wordpress, work.external_id);
        await registryShows(
          'sold, without a price',
          await artId('The Milkmaid'),
          (artwork) => artwork.availability === 'sold' && artwork.price === null,
        );
        await stateIs(system, 'The Milkmaid', 'sold');
      },
    ],
    [
      'an unpublished work is stopped and no longer for sale, its Art ID stays',
      async () => {
        const id = await artId('The Cradle');
        await unpublish(wordpress, (await workNamed(system, 'The Cradle')).external_id);
        await registryShows(
          'source unpublished, not for sale',
          id,
          (artwork) => artwork.source?.status === 'unpublished' && artwork.availability === 'not_for_sale',
        );
        await stateIs(system, 'The Cradle', 'stopped');
      },
    ],
    [
      'a deleted work is reported as removed, its Art ID stays',
      async () => {
        const id = await artId("The Child's Bath");
        await deleteForGood(wordpress, (await workNamed(system, "The Child's Bath")).external_id);
        await registryShows(
          'source removed, not for sale',
          id,
          (artwork) => artwork.source?.status === 'removed' && artwork.availability === 'not_for_sale',
        );
        await stateIs(system, "The Child's Bath", 'stopped');
      },
    ],
    [
      "a work withdrawn by the registry's operator shows as private in WordPress",
      async () => {
        const id = await artId('Self-Portrait');
        await registry.operate('artwork', 'withdraw', '--id', id);
        const { status } = await read(id);
        if (status !== 404) throw new Error(`GET of the withdrawn work answers ${status}, expected 404.`);
        await stateIs(system, 'Self-Portrait', 'private');
      },
    ],
    [
      'restored by the operator, it is registered again',
      async () => {
        const id = await artId('Self-Portrait');
        await registry.operate('artwork', 'restore', '--id', id);
        await registryShows('readable again', id, () => true);
        await stateIs(system, 'Self-Portrait', 'published');
      },
    ],
    [
      'the public page of a work opens',
      async () => {
        const page = (await workNamed(system, 'Irises')).public_page ?? '';
        const response = await fetch(page);
        const html = await response.text();
        if (response.status !== 200 || !html.includes('Irises'))
          throw new Error(`${page} answers ${response.status}.`);
        return page;
      },
    ],
    [
      'the guide is there',
      async () => {
        const guide = `${registry.url}/guide/`;
        const { status } = await fetch(guide);
        if (status !== 200) throw new Error(`${guide} answers ${status}.`);
        return guide;
      },
    ],
    [
      'every answer of the registry is as its API description says',
      async () => {
        const { checked, violations } = registry.answers();
        if (checked === 0) throw new Error('no answer was checked.');
        if (violations.length > 0) throw new Error(violations.slice(0, 10).join('\n        '));
        return `${checked} answers`;
      },
    ],
  ];
}
