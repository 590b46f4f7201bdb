<?php
/**
 * The same where a shop still keeps its orders as posts.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

require_once __DIR__ . '/Sold_Test.php';

final class Sold_Classic_Orders_Test extends Sold_Test {
	protected function has_own_tables(): bool {
		return false;
	}
}
