// A network of sites: the plugin is switched on for all, a new site is ready at once, each has its own tables, settings and
// connection, and a deleted site leaves nothing behind. A real network, without a browser.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import getPort from 'get-port';
import { supportDir } from '../../support/paths.ts';
import { prepareWordPress, type WordPress } from '../../support/wordpress.ts';

const PLUGIN = 'artwork-registry-connector/artwork-registry-connector.php';

test('each site of a network stands for itself, from its making to its deletion', async () => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-network-'));
  const site = await prepareWordPress({
    dataDir,
    port: await getPort(),
    title: 'Galleries',
    say: () => undefined,
  });
  try {
    await makeNetwork(site);
    const ask = async <T>(code: string) => JSON.parse(await site.wp('eval', code)) as T;
    await site.wp('eval', `deactivate_plugins( '${PLUGIN}' );`);
    const second = await ask<number>(make('second'));
    await site.wp('eval', `activate_plugin( '${PLUGIN}', '', true );`);
    const third = await ask<number>(make('third'));

    const report = await ask<{ missing: string[]; mode: string; scheduled: boolean }[]>(`
      $out = array();
      foreach ( array( 1, ${second}, ${third} ) as $id ) {
        switch_to_blog( $id );
        $out[] = array(
          'missing'   => ArtworkRegistry\\Store\\Tables::missing(),
          'mode'      => ArtworkRegistry\\Store\\Settings::get()['publish_mode'],
          'scheduled' => false !== wp_next_scheduled( 'artwork_registry_look' ),
        );
        restore_current_blog();
      }
      echo wp_json_encode( $out );`);
    expect(report).toEqual([1, 2, 3].map(() => ({ missing: [], mode: 'ask', scheduled: true })));

    const [first, other] = await ask<[unknown, unknown]>(`
      switch_to_blog( ${second} );
      ArtworkRegistry\\Store\\Settings::update( array( 'publish_mode' => 'automatic' ) );
      ArtworkRegistry\\Store\\Outbox::touch( array( 7 => 'artwork' ) );
      $a = array( ArtworkRegistry\\Store\\Settings::get()['publish_mode'], ArtworkRegistry\\Store\\Outbox::count_waiting() );
      restore_current_blog();
      switch_to_blog( ${third} );
      $b = array( ArtworkRegistry\\Store\\Settings::get()['publish_mode'], ArtworkRegistry\\Store\\Outbox::count_waiting() );
      restore_current_blog();
      echo wp_json_encode( array( $a, $b ) );`);
    expect([first, other]).toEqual([
      ['automatic', 1],
      ['ask', 0],
    ]);

    const left = await ask<{ second: string[]; third: string[] }>(`
      require_once ABSPATH . 'wp-admin/includes/admin.php';
      wp_delete_site( ${second} );
      $left = static function ( $id ) {
        global $wpdb;
        $names = array();
        foreach ( array( 'outbox', 'status', 'inbox' ) as $table ) {
          $name = $wpdb->base_prefix . $id . '_artwork_registry_' . $table;
          if ( $name === $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $name ) ) ) ) {
            $names[] = $table;
          }
        }
        return $names;
      };
      echo wp_json_encode( array( 'second' => $left( ${second} ), 'third' => $left( ${third} ) ) );`);
    expect(left).toEqual({ second: [], third: ['outbox', 'status', 'inbox'] });
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

const make = (name: string) =>
  `echo wp_json_encode( wp_insert_site( array( 'domain' => get_network()->domain, 'path' => '/${name}/', 'network_id' => 1, 'user_id' => 1, 'title' => '${name}' ) ) );`;

async function makeNetwork(site: WordPress): Promise<void> {
  const domain = new URL(site.url).host;
  const file = join(site.siteDir, 'wp-config.php');
  const config = await readFile(file, 'utf8');
  const allow = "define( 'WP_ALLOW_MULTISITE', true );\n";
  await writeFile(file, config.replace('<?php\n', `<?php\n${allow}`));
  await site.wp('eval-file', join(supportDir, 'make-network.php'), domain);
  const network = `${allow}define( 'MULTISITE', true );
define( 'SUBDOMAIN_INSTALL', false );
define( 'DOMAIN_CURRENT_SITE', '${domain}' );
define( 'PATH_CURRENT_SITE', '/' );
define( 'SITE_ID_CURRENT_SITE', 1 );
define( 'BLOG_ID_CURRENT_SITE', 1 );
`;
  const constants = config.replace(/define\( 'WP_(HOME|SITEURL)'.*\n/g, '');
  await writeFile(file, constants.replace('<?php\n', `<?php\n${network}`));
}
