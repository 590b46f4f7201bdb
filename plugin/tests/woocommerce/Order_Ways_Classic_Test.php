<?php
/**
 * The same where a shop still keeps its orders as posts.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

require_once __DIR__ . '/Order_Ways_Test.php';

final class Order_Ways_Classic_Test extends Order_Ways_Test {
	protected function has_own_tables(): bool {
		return false;
	}
}
