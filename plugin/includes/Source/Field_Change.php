<?php
/**
 * What one save writes into one work: each value at its place. The source saves it through WordPress's or WooCommerce's own functions,
 * so that every plugin that follows saves sees one save of the work.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Field_Change {
	/** @var array<string, string> Custom field → text; '' removes it. */
	public $meta = array();
	/** @var array<string, string> Attribute of a product, by its name or taxonomy → text; '' removes it. */
	public $attributes = array();
	/** @var array<string, string> Place of terms (Term_Place) → name of the one term there; '' none. */
	public $terms = array();
	/** @var array<string, float|null>|null height, width, depth in centimetres, for the source's own place of sizes; null: not changed. */
	public $sizes = null;

	public function is_empty(): bool {
		return ! $this->meta && ! $this->attributes && ! $this->terms && null === $this->sizes;
	}
}
