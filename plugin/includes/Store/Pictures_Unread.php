<?php
/**
 * The table of pictures is not whole, so it says nothing of which works share one. The work that was asked about is not to blame.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Pictures_Unread extends Read_Failed {
	/** @var bool Whether the next call reads it further; else the database refuses it. */
	public $is_under_way;

	public function __construct( string $message, bool $is_under_way ) {
		parent::__construct( $message );
		$this->is_under_way = $is_under_way;
	}
}
