// Somebody changes the database behind WordPress's back. No hook fires and nobody saves the work. The background check finds it.
import { inRegistry, stateIs, waitFor } from '../../../stage/system/site-works.ts';
import { expect, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.use({ galleryName: 'direct-sql' });

/** Moves the background check to this work, as if the hours before it had passed. */
const moveCheckTo = (gallery: System, id: string) =>
  gallery.wordpress.wp(
    'eval',
    `ArtworkRegistry\\Store\\Background_Progress::save( array(
       'cursor_id' => ${id} - 1, 'since' => ( time() - 86400 ) * 1000, 'total' => 30, 'next_cursor' => 0, 'visited' => 0, 'last_id' => 0,
     ) );`,
  );
const sql = (gallery: System, statement: string) =>
  gallery.wordpress.wp('eval', `global $wpdb; $wpdb->query( "${statement}" );`);

test('a title changed and a work deleted by direct SQL reach the registry, and nothing waits meanwhile', async ({
  gallery,
}) => {
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  const irises = await stateIs(gallery, 'Irises', 'published');
  await sql(
    gallery,
    `UPDATE {$wpdb->posts} SET post_title = 'Irises, seen again' WHERE ID = ${irises.external_id}`,
  );
  expect(await stateIs(gallery, 'Irises, seen again', 'published')).toMatchObject({
    registry_id: irises.registry_id,
  });
  await waitFor('the new title in the registry', async () => {
    await moveCheckTo(gallery, irises.external_id);
    const { artwork } = await inRegistry(gallery, irises.registry_id ?? '');
    return artwork['title'] === 'Irises, seen again';
  });
  await stateIs(gallery, 'Irises, seen again', 'published');

  await sql(gallery, `DELETE FROM {$wpdb->posts} WHERE ID = ${irises.external_id}`);
  await waitFor('the work no longer for sale in the registry', async () => {
    await moveCheckTo(gallery, irises.external_id);
    const { artwork } = await inRegistry(gallery, irises.registry_id ?? '');
    return artwork['availability'] === 'not_for_sale';
  });
  await stateIs(gallery, 'Irises, seen again', 'stopped');
});
