// A network of sites: the plugin is switched on for all, a new site is ready at once, each has its own tables, settings and
// connection, and a deleted site leaves nothing behind. A real network, without a browser.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../../stage/machine/ports.ts';
import { phpScriptsDir } from '../../../stage/paths.ts';
import { prepareWordPress, type WordPress } from '../../../stage/wordpress/wordpress.ts';

const PLUGIN = 'artwork-registry-connector/artwork-registry-connector.php';

test('each site of a network stands for itself, from its making to its deletion', async () => {
  test.setTimeout(240_000);
  await onNetwork(async (site, ask) => {
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
          'mode'      => ArtworkRegistry\\Store\\Settings::get()['register_mode'],
          'scheduled' => false !== wp_next_scheduled( 'artwork_registry_failure_check' ),
        );
        restore_current_blog();
      }
      echo wp_json_encode( $out );`);
    expect(report).toEqual([1, 2, 3].map(() => ({ missing: [], mode: 'ask', scheduled: true })));

    const [first, other] = await ask<[unknown, unknown]>(`
      switch_to_blog( ${second} );
      ArtworkRegistry\\Store\\Settings::update( array( 'register_mode' => 'automatic' ) );
      ArtworkRegistry\\Store\\Outbox::touch( array( 7 => 'artwork' ) );
      $a = array( ArtworkRegistry\\Store\\Settings::get()['register_mode'], ArtworkRegistry\\Store\\Outbox::count_waiting() );
      restore_current_blog();
      switch_to_blog( ${third} );
      $b = array( ArtworkRegistry\\Store\\Settings::get()['register_mode'], ArtworkRegistry\\Store\\Outbox::count_waiting() );
      restore_current_blog();
      echo wp_json_encode( array( $a, $b ) );`);
    expect([first, other]).toEqual([
      ['automatic', 1],
      ['ask', 0],
    ]);

    const overview = await ask<{ name: string; state: string; waiting: number; url: string }[]>(`
      echo wp_json_encode( ArtworkRegistry\\Admin\\Network_Screen::rows( 1 ) );`);
    expect(overview.map(({ name, state, waiting }) => [name, state, waiting])).toEqual([
      ['Galleries', 'Not connected', 0],
      ['second', 'Not connected', 1],
      ['third', 'Not connected', 0],
    ]);
    expect(overview[1]?.url).toContain('/second/wp-admin/admin.php?page=artwork-registry');

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
  });
});

test('what is saved on another site of the network is noted there, and no site loses its addresses', async () => {
  test.setTimeout(240_000);
  await onNetwork(async (site, ask) => {
    await site.wp('eval', `deactivate_plugins( '${PLUGIN}' );`);
    const second = await ask<number>(make('second'));
    const third = await ask<number>(make('third'));
    const addresses = `
      switch_to_blog( ${second} );
      $rules = get_option( 'rewrite_rules' );
      restore_current_blog();
      echo wp_json_encode( is_array( $rules ) ? $rules : null );`;
    await ask(`
      switch_to_blog( ${second} );
      update_option( 'permalink_structure', '/journal/%postname%/' );
      update_option( 'rewrite_rules', array( 'kunst/(.+)/?$' => 'index.php?product=$matches[1]' ) );
      restore_current_blog();
      echo 'true';`);
    for (const act of [
      `activate_plugin( '${PLUGIN}', '', true );`,
      `deactivate_plugins( '${PLUGIN}', false, true );`,
    ]) {
      await site.wp('eval', act);
      expect(await ask(addresses), 'left to the next request of that site itself').toBeNull();
      await ask(`
        switch_to_blog( ${second} );
        update_option( 'rewrite_rules', array( 'kunst/(.+)/?$' => 'index.php?product=$matches[1]' ) );
        restore_current_blog();
        echo 'true';`);
    }

    // Active on the first and the second site, not on the third.
    await site.wp('eval', `activate_plugin( '${PLUGIN}' );`);
    await ask(`
      switch_to_blog( ${second} );
      update_option( 'active_plugins', array( '${PLUGIN}' ) );
      ArtworkRegistry\\Installation::set_up_site();
      ArtworkRegistry\\Store\\Settings::update( array( 'register_mode' => 'automatic' ) );
      ArtworkRegistry\\Store\\Dialling::begin( 'site', 'token', time() );
      restore_current_blog();
      echo 'true';`);
    const noted = await ask<{
      id: number;
      first: string[];
      second: string[];
      chosen: number;
      third: string[];
      owed: string;
    }>(`
      ArtworkRegistry\\Store\\Settings::update( array( 'register_mode' => 'automatic' ) );
      switch_to_blog( ${second} );
      $id = wp_insert_post( array( 'post_type' => 'areg_artwork', 'post_status' => 'publish', 'post_title' => 'Elsewhere' ) );
      switch_to_blog( ${third} );
      wp_insert_post( array( 'post_type' => 'areg_artwork', 'post_status' => 'publish', 'post_title' => 'Nowhere' ) );
      restore_current_blog();
      restore_current_blog();
      ArtworkRegistry\\Sync\\Change_Collector::flush_all();
      ArtworkRegistry\\Protocol\\Outbound_Calls::defer_wake();
      global $wpdb;
      $of = static function ( $prefix ) use ( $wpdb ) { return $wpdb->get_col( "SELECT external_id FROM {$prefix}artwork_registry_outbox" ); };
      echo wp_json_encode( array(
        'id'     => $id,
        'first'  => $of( $wpdb->base_prefix ),
        'second' => $of( $wpdb->base_prefix . '${second}_' ),
        'chosen' => (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->base_prefix}artwork_registry_status" ),
        'third'  => $of( $wpdb->base_prefix . '${third}_' ),
        'owed'   => $wpdb->get_var( "SELECT option_value FROM {$wpdb->base_prefix}${second}_options WHERE option_name = 'artwork_registry_woken_at'" ),
      ) );`);
    expect(noted).toEqual({
      id: noted.id,
      first: [],
      second: [String(noted.id)],
      chosen: 0,
      third: [],
      owed: '0000000001',
    });
  });
});

test('a site whose data cannot be removed is named when the plugin is deleted, and the others are cleared', async () => {
  test.setTimeout(240_000);
  await onNetwork(async (site, ask) => {
    await site.wp('eval', `deactivate_plugins( '${PLUGIN}' );`);
    const second = await ask<number>(make('second'));
    const third = await ask<number>(make('third'));
    const remove = (refuse: string) => `
      foreach ( array( 1, ${second}, ${third} ) as $id ) {
        switch_to_blog( $id );
        update_option( 'artwork_registry_pairing', array( 'secret' => 'x' ) );
        restore_current_blog();
      }
      global $wpdb;
      $wpdb->suppress_errors( true );
      add_filter( 'query', static function ( $sql ) {
        return 1 === preg_match( '/${refuse}/', $sql ) ? "FAILING $sql" : $sql;
      } );
      $said = '';
      add_filter( 'wp_die_handler', static function () use ( &$said ) {
        return static function ( $message ) use ( &$said ) { $said = $message; };
      } );
      define( 'WP_UNINSTALL_PLUGIN', '${PLUGIN}' );
      require WP_PLUGIN_DIR . '/artwork-registry-connector/uninstall.php';
      $left = array();
      foreach ( array( 1, ${second}, ${third} ) as $id ) {
        $table  = $wpdb->get_blog_prefix( $id ) . 'options';
        $left[] = (int) $wpdb->get_var( "SELECT COUNT(*) FROM $table WHERE option_name = 'artwork_registry_pairing'" );
      }
      echo wp_json_encode( array( 'said' => $said, 'left' => $left, 'here' => get_current_blog_id() ) );`;
    const run = (refuse: string) => ask<{ said: string; left: number[]; here: number }>(remove(refuse));

    const one = await run(`^DELETE FROM .wp_${second}_options. .*registry_pairing.$`);
    expect(one.said).toMatch(/^The database did not remove everything, .*\/second: .*FAILING/);
    expect(one.said).not.toContain('/third');
    expect(one).toMatchObject({ left: [0, 1, 0], here: 1 });

    const list = await run('^SELECT[^*]+FROM wp_blogs');
    expect(list.said).toMatch(/^The database did not remove everything, .*FAILING/s);
    expect(list.left).toEqual([1, 1, 1]);

    expect(await run('^FAILING')).toEqual({ said: '', left: [0, 0, 0], here: 1 });
  });
});

/** Runs code on the network and returns what it prints, read as JSON. */
type Ask = <T>(code: string) => Promise<T>;

/** A network of sites for one story, removed when it ends. */
async function onNetwork(story: (site: WordPress, ask: Ask) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-network-'));
  const site = await prepareWordPress({
    dataDir,
    port: await freePort(),
    title: 'Galleries',
    say: () => undefined,
  });
  try {
    await makeNetwork(site);
    await story(site, async <T>(code: string) => JSON.parse(await site.wp('eval', code)) as T);
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const make = (name: string) =>
  `echo wp_json_encode( wp_insert_site( array( 'domain' => get_network()->domain, 'path' => '/${name}/', 'network_id' => 1, 'user_id' => 1, 'title' => '${name}' ) ) );`;

async function makeNetwork(site: WordPress): Promise<void> {
  const domain = new URL(site.url).host;
  const file = join(site.siteDir, 'wp-config.php');
  const config = await readFile(file, 'utf8');
  const allow = "define( 'WP_ALLOW_MULTISITE', true );\n";
  await writeFile(file, config.replace('<?php\n', `<?php\n${allow}`));
  await site.wp('eval-file', join(phpScriptsDir, 'make-network.php'), domain);
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
