<?php
/**
 * The commands of wp-cli-bundle that our runner and stories use, with the same names and options, for registries that have
 * WP-CLI's framework but not its bundle. A development tool: no part of the plugin.
 *
 * @package ArtworkRegistry
 */

// phpcs:disable

if ( ! class_exists( 'WP_CLI' ) || class_exists( 'Core_Command' ) ) {
	return;
}


WP_CLI::add_command(
	'core is-installed',
	/** Says by its exit code whether WordPress is installed. */
	static function () {
		WP_CLI::halt( is_blog_installed() ? 0 : 1 );
	}
);

WP_CLI::add_command(
	'core version',
	/** Prints the version of WordPress. */
	static function () {
		WP_CLI::line( $GLOBALS['wp_version'] );
	}
);

WP_CLI::add_command(
	'core install',
	/**
	 * Installs WordPress.
	 *
	 * ## OPTIONS
	 *
	 * --title=<title>
	 * : Its name.
	 *
	 * --admin_user=<name>
	 * : Login of the administrator.
	 *
	 * --admin_email=<email>
	 * : Mail address of the administrator.
	 *
	 * [--admin_password=<password>]
	 * : Password; made up where it is left out.
	 *
	 * [--skip-email]
	 * : Send no mail.
	 */
	static function ( $args, $options ) {
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		if ( is_blog_installed() ) {
			WP_CLI::success( 'WordPress is already installed.' );
			return;
		}
		if ( ! empty( $options['skip-email'] ) ) {
			add_filter( 'pre_wp_mail', '__return_true' );
		}
		$result = wp_install( $options['title'], $options['admin_user'], $options['admin_email'], true, '', wp_slash( $options['admin_password'] ?? '' ) );
		$url = WP_CLI::get_config( 'url' );
		if ( $url ) {
			update_option( 'siteurl', untrailingslashit( $url ) );
			update_option( 'home', untrailingslashit( $url ) );
		}
		WP_CLI::success( 'WordPress installed successfully.' );
		if ( empty( $options['admin_password'] ) ) {
			WP_CLI::line( 'Admin password: ' . $result['password'] );
		}
	}
);

WP_CLI::add_command(
	'rewrite structure',
	/**
	 * Sets the form of permalinks.
	 *
	 * ## OPTIONS
	 *
	 * <structure>
	 * : Such as "/%postname%/".
	 */
	static function ( $args ) {
		global $wp_rewrite;
		$wp_rewrite->set_permalink_structure( $args[0] );
		flush_rewrite_rules( false );
		WP_CLI::success( 'Rewrite structure set.' );
	}
);

WP_CLI::add_command(
	'rewrite flush',
	/** Writes the rules again. */
	static function () {
		flush_rewrite_rules( false );
		WP_CLI::success( 'Rewrite rules flushed.' );
	}
);

/** @return string Plugin file of a slug. */
function artwork_registry_plugin_file( $slug ) {
	require_once ABSPATH . 'wp-admin/includes/plugin.php';
	foreach ( array_keys( get_plugins() ) as $file ) {
		if ( dirname( $file ) === $slug || basename( $file, '.php' ) === $slug ) {
			return $file;
		}
	}
	WP_CLI::error( "The '$slug' plugin could not be found." );
}

/**
 * Switches plugins on and off. Named as in WP-CLI's own bundle: WooCommerce ends the process where it finds no such class.
 */
class Plugin_Command extends WP_CLI_Command {
	/**
	 * Activates plugins.
	 *
	 * ## OPTIONS
	 *
	 * <plugin>...
	 * : Slugs.
	 *
	 * @param list<string> $args
	 */
	public function activate( $args ) {
		foreach ( $args as $slug ) {
			$result = activate_plugin( artwork_registry_plugin_file( $slug ) );
			if ( is_wp_error( $result ) ) {
				WP_CLI::error( $result->get_error_message() );
			}
			WP_CLI::success( "Plugin '$slug' activated." );
		}
	}

	/**
	 * Deactivates plugins.
	 *
	 * ## OPTIONS
	 *
	 * <plugin>...
	 * : Slugs.
	 *
	 * @param list<string> $args
	 */
	public function deactivate( $args ) {
		foreach ( $args as $slug ) {
			deactivate_plugins( artwork_registry_plugin_file( $slug ) );
			WP_CLI::success( "Plugin '$slug' deactivated." );
		}
	}

	/**
	 * Says by its exit code whether a plugin is active.
	 *
	 * ## OPTIONS
	 *
	 * <plugin>
	 * : Slug.
	 *
	 * @subcommand is-active
	 * @param list<string> $args
	 */
	public function is_active( $args ) {
		WP_CLI::halt( is_plugin_active( artwork_registry_plugin_file( $args[0] ) ) ? 0 : 1 );
	}
}
WP_CLI::add_command( 'plugin', 'Plugin_Command' );

WP_CLI::add_command(
	'eval',
	/**
	 * Runs PHP code after WordPress has loaded.
	 *
	 * ## OPTIONS
	 *
	 * <php-code>
	 * : The code.
	 */
	static function ( $args ) {
		eval( $args[0] );
	}
);

WP_CLI::add_command(
	'eval-file',
	/**
	 * Runs a PHP file after WordPress has loaded.
	 *
	 * ## OPTIONS
	 *
	 * <file>
	 * : The file.
	 *
	 * [<arg>...]
	 * : Given to the file as $args.
	 */
	static function ( $args ) {
		$artwork_registry_file = array_shift( $args );
		if ( ! is_file( $artwork_registry_file ) ) {
			WP_CLI::error( "'$artwork_registry_file' does not exist." );
		}
		require $artwork_registry_file;
	}
);
