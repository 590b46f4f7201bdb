<?php
/**
 * Proves the plugin on the PHP that runs this file, in the WordPress of the folder WP_DIR: every class loads, the tests that need no
 * PHPUnit of their own pass, and a new artwork is noticed and handed to the sync service. `npm run test:long` runs it on the
 * versions of PHP that Debian does not have, in WebAssembly, where PHPUnit's own packages cannot be loaded; so a few lines stand in for them here.
 *
 * @package ArtworkRegistry
 */

namespace PHPUnit\Framework;

final class Skipped extends \Exception {}

abstract class TestCase {
	protected function setUp(): void {}
	protected function tearDown(): void {}

	/** @param mixed $wanted @param mixed $found */
	protected function assertSame( $wanted, $found, string $why = '' ): void {
		self::check( $wanted === $found, $wanted, $found, $why );
	}

	/** @param mixed $wanted @param mixed $found */
	protected function assertEquals( $wanted, $found, string $why = '' ): void {
		// phpcs:ignore Universal.Operators.StrictComparisons.LooseEqual -- as PHPUnit's own.
		self::check( $wanted == $found, $wanted, $found, $why );
	}

	/** @param mixed $found */
	protected function assertNull( $found, string $why = '' ): void {
		self::check( null === $found, null, $found, $why );
	}

	/** @param mixed $found */
	protected function assertNotNull( $found, string $why = '' ): void {
		self::check( null !== $found, 'something', $found, $why );
	}

	/** @param mixed $found */
	protected function assertTrue( $found, string $why = '' ): void {
		self::check( true === $found, true, $found, $why );
	}

	/** @param mixed $found */
	protected function assertFalse( $found, string $why = '' ): void {
		self::check( false === $found, false, $found, $why );
	}

	/** @param array<mixed> $found */
	protected function assertCount( int $wanted, $found, string $why = '' ): void {
		self::check( count( $found ) === $wanted, $wanted, count( $found ), $why );
	}

	protected function assertStringContainsString( string $wanted, string $found, string $why = '' ): void {
		self::check( false !== strpos( $found, $wanted ), $wanted, $found, $why );
	}

	/** @return never */
	protected function markTestSkipped( string $why ) {
		throw new Skipped( $why );
	}

	/** @param mixed $wanted @param mixed $found */
	private static function check( bool $holds, $wanted, $found, string $why ): void {
		if ( ! $holds ) {
			throw new \Exception( "$why wanted " . json_encode( $wanted ) . ', found ' . json_encode( $found ) );
		}
	}
}

namespace ArtworkRegistry\Tests\Php_Versions;

use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use PHPUnit\Framework\Skipped;

$artwork_registry_counts = array( 'passed' => 0, 'failed' => 0, 'skipped' => 0 );

/** Runs one test and says what became of it, where it did not pass. */
function prove( string $name, callable $test ): void {
	global $artwork_registry_counts;
	try {
		$test();
		++$artwork_registry_counts['passed'];
	} catch ( Skipped $why ) {
		++$artwork_registry_counts['skipped'];
		echo "skipped $name: {$why->getMessage()}\n";
	} catch ( \Throwable $error ) {
		++$artwork_registry_counts['failed'];
		echo "FAILED  $name: {$error->getMessage()}\n";
	}
}

/** Runs every test of a class, with the rows of its data provider. */
function prove_class( string $name ): void {
	foreach ( ( new \ReflectionClass( $name ) )->getMethods( \ReflectionMethod::IS_PUBLIC ) as $method ) {
		if ( 0 !== strpos( $method->getName(), 'test' ) ) {
			continue;
		}
		$rows = array( array() );
		if ( preg_match( '/@dataProvider (\w+)/', (string) $method->getDocComment(), $found ) ) {
			$rows = ( new $name() )->{$found[1]}();
		}
		foreach ( $rows as $label => $row ) {
			prove(
				"$name::{$method->getName()} $label",
				static function () use ( $name, $method, $row ) {
					$method->invokeArgs( new $name(), array_values( $row ) );
				}
			);
		}
	}
}

/** What the sync service is told of a product now. */
function availability_of( int $id ): ?string {
	Change_Collector::flush();
	Status::choose( array( $id ), Status::CHOSEN );
	Outbox::touch( array( $id => 'woocommerce' ) );
	foreach ( Change_Page::read( 50 )['changes'] as $change ) {
		if ( (string) $id === $change['external_id'] ) {
			return $change['artwork']['availability'] ?? null;
		}
	}
	return null;
}

$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REMOTE_ADDR']    = '127.0.0.1';
$artwork_registry_messages = array();
set_error_handler(
	static function ( int $level, string $message, string $file, int $line ) use ( &$artwork_registry_messages ): bool {
		// A file of ours, wherever the site has its link to it, and not a test, which may call what is deprecated.
		if ( ( error_reporting() & $level ) && preg_match( '#/plugin/(includes/.*|artwork-registry-connector\.php)$#', (string) realpath( $file ), $own ) ) {
			$artwork_registry_messages[] = "$message, $own[1]:$line";
		}
		return false;
	}
);
if ( PHP_VERSION_ID < 80000 ) {
	// WooCommerce calls libxml_clear_errors(), which ends the WebAssembly of PHP 7.4 (3.1.56).
	$wp_filter['option_active_plugins'][10]['artwork_registry'] = array(
		'function' => static function ( $plugins ): array {
			return array_values( array_diff( (array) $plugins, array( 'woocommerce/woocommerce.php' ) ) );
		},
		'accepted_args' => 1,
	);
}
require getenv( 'WP_DIR' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
$artwork_registry_plugin = dirname( __DIR__, 2 );

$artwork_registry_files = new \RecursiveIteratorIterator( new \RecursiveDirectoryIterator(
	"$artwork_registry_plugin/includes",
	\FilesystemIterator::SKIP_DOTS
) );
foreach ( $artwork_registry_files as $artwork_registry_file ) {
	$artwork_registry_class = 'ArtworkRegistry\\' . str_replace( '/', '\\', substr( $artwork_registry_file, strlen( "$artwork_registry_plugin/includes/" ), -4 ) );
	if ( 0 === strpos( $artwork_registry_class, 'ArtworkRegistry\\Cli\\' ) ) {
		// Needs WP-CLI: only its syntax.
		prove(
			"syntax of $artwork_registry_class",
			static function () use ( $artwork_registry_file ) {
				token_get_all( (string) file_get_contents( $artwork_registry_file ), TOKEN_PARSE );
			}
		);
		continue;
	}
	prove(
		"load $artwork_registry_class",
		static function () use ( $artwork_registry_class ) {
			if ( ! class_exists( $artwork_registry_class ) && ! interface_exists( $artwork_registry_class ) && ! trait_exists( $artwork_registry_class ) ) {
				throw new \Exception( 'it does not load' );
			}
		}
	);
}

foreach ( array( 'mapping/Fingerprint_Test', 'mapping/Size_Text_Test', 'mapping/Artwork_Check_Test' ) as $artwork_registry_test ) {
	require_once "$artwork_registry_plugin/tests/$artwork_registry_test.php";
	prove_class( 'ArtworkRegistry\\Tests\\' . str_replace( array( 'mapping/', '/' ), array( 'Mapping\\', '\\' ), $artwork_registry_test ) );
}

prove(
	'a new artwork is noticed and handed to the sync service',
	static function () {
		$id = wp_insert_post( array(
			'post_type' => 'areg_artwork',
			'post_title' => 'Irises',
			'post_status' => 'publish',
			'meta_input' => array( 'artwork_registry_artist' => 'Vincent van Gogh', 'artwork_registry_year' => '1889' ),
		) );
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		Outbox::touch( array( $id => 'artwork' ) );
		$changes = Change_Page::read( 50 )['changes'];
		wp_delete_post( $id, true );
		if ( ! in_array( 'Irises', array_column( array_column( $changes, 'artwork' ), 'title' ), true ) ) {
			throw new \Exception( (string) wp_json_encode( $changes ) );
		}
	}
);

prove(
	'a paid order sells a product, and its refund brings it back',
	static function () {
		if ( ! class_exists( 'WooCommerce', false ) ) {
			throw new Skipped( 'WooCommerce is not active on this site' );
		}
		add_filter( 'pre_wp_mail', '__return_true' );
		$product = new \WC_Product_Simple();
		$product->set_props( array( 'name' => 'Water Lilies', 'regular_price' => '1200', 'manage_stock' => true, 'stock_quantity' => 1 ) );
		$id    = $product->save();
		$order = wc_create_order();
		$line  = $order->add_product( wc_get_product( $id ) );
		$order->calculate_totals();
		$order->payment_complete( 'ch_1' );
		$told = array( availability_of( $id ) );
		wc_create_refund( array(
			'order_id'      => $order->get_id(),
			'amount'        => '1200',
			'restock_items' => true,
			'line_items'    => array( $line => array( 'qty' => 1, 'refund_total' => 1200 ) ),
		) );
		$told[] = availability_of( $id );
		$order->delete( true );
		wp_delete_post( $id, true );
		if ( array( 'sold', 'for_sale' ) !== $told ) {
			throw new \Exception( (string) wp_json_encode( $told ) );
		}
	}
);

prove(
	'PHP has no warning or deprecation about the plugin',
	static function () use ( &$artwork_registry_messages ) {
		if ( array() !== $artwork_registry_messages ) {
			throw new \Exception( implode( '; ', array_slice( $artwork_registry_messages, 0, 5 ) ) );
		}
	}
);

echo 'PHP ' . PHP_VERSION . ', WordPress ' . get_bloginfo( 'version' ) . ( defined( 'WC_VERSION' ) ? ', WooCommerce ' . WC_VERSION : '' ) . "\n";
printf( "%d passed, %d failed, %d skipped\n", ...array_values( $artwork_registry_counts ) );
exit( 0 === $artwork_registry_counts['failed'] ? 0 : 1 );
