<?php
/**
 * A shop of art and mugs: the category Art with Oil below it, and Mugs beside it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

trait Shelves_Case {
	use Sources_Case;

	/** @var array<string, int> */
	private $shelves = array();

	protected function setUp(): void {
		parent::setUp();
		$this->shelves['art']  = $this->room( 'Art', 0, 'product_cat' );
		$this->shelves['oil']  = $this->room( 'Oil', $this->shelves['art'], 'product_cat' );
		$this->shelves['mugs'] = $this->room( 'Mugs', 0, 'product_cat' );
	}
}
