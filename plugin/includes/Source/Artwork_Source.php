<?php
/**
 * Works that are posts of our own type `artwork`, whose fields stand beside the editor.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Artwork_Source extends Post_Type_Source {
	public const ID = Source_Names::ARTWORK;

	public function __construct() {
		parent::__construct( Artwork_Post_Type::NAME );
	}

	public function id(): string {
		return self::ID;
	}

	public function name(): string {
		return __( 'Artworks', 'artwork-registry-connector' );
	}

	/** Each field has its own control in the panel, so its name is enough. */
	public function field_places(): array {
		return array();
	}

	protected function key( string $name ): string {
		return Artwork_Post_Type::key( $name );
	}
}
