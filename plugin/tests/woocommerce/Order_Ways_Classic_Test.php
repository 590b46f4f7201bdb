<?php
/**
 * The same where a shop still keeps its orders as posts. Daily, Sold_Classic_Orders_Test stands for it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

require_once __DIR__ . '/Order_Ways_Test.php';

/** @group long */
final class Order_Ways_Classic_Test extends Order_Ways_Test {
	protected function has_own_tables(): bool {
		return false;
	}
}
