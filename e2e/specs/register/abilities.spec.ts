// A program asks and orders through WordPress's abilities, with the commands of docs/abilities.md: what needs the gallery, why, and a
// registration that the registry confirms.
import { expect, test } from '../../support/story.ts';
import { runPageCommands } from '../../support/page-commands.ts';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';

test.use({ galleryName: 'abilities' });

test('the commands of the page read the state of an artwork and register it once it is confirmed', async ({
  gallery: system,
}) => {
  const { wordpress } = system;
  const { url } = wordpress;
  const hasAbilities = await fetch(`${url}/wp-json/wp-abilities/v1/abilities`);
  test.skip(hasAbilities.status === 404, 'This WordPress is older than 6.9 and has no abilities.');
  const refused = await fetch(
    `${url}/wp-json/wp-abilities/v1/abilities/artwork-registry/list-needs-attention/run`,
  );
  expect(refused.status).toBe(401);

  const [work] = await listWorks(system);
  const password = await wordpress.wp(
    'eval',
    `echo WP_Application_Passwords::create_new_application_password( get_user_by( 'login', '${wordpress.admin.user}' )->ID, array( 'name' => 'assistant' ) )[0];`,
  );
  const said = await runPageCommands(wordpress, {
    page: 'docs/abilities.md',
    heading: 'By REST',
    folder: wordpress.siteDir,
    replacements: {
      'https://gallery.example': url,
      'assistant:application-password': `${wordpress.admin.user}:${password.trim()}`,
      '=123': `=${work!.external_id}`,
      '"id":123': `"id":${work!.external_id}`,
    },
  });
  expect(said).toContain('"removals_on_hold":0');
  expect(said).toContain('"state":"not_shared"');
  expect(said).toContain('"state":"waiting"');
  await waitFor('the Art ID', async () => {
    const works = await listWorks(system);
    return works.find(({ external_id: id }) => id === work!.external_id)?.registry_id;
  });
});
