<?php
/**
 * Works that are posts of one post type, such as a theme's portfolio: their fields as the registry wants them, from custom fields
 * called artist, year and so on. The mapping covers values that are kept elsewhere.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

use WP_Post;

class Post_Type_Source implements Source {
	/** Taxonomies of WordPress and of language plugins that sort posts, not works. */
	private const TECHNICAL = array( 'post_format', 'language', 'post_translations', 'translation_priority' );

	/** Field of the registry → name of its field. */
	public const FIELDS = array(
		'artist_name'   => 'artist',
		'year_created'  => 'year',
		'medium'        => 'medium',
		'height_cm'     => 'height_cm',
		'width_cm'      => 'width_cm',
		'depth_cm'      => 'depth_cm',
		'inventory_ref' => 'inventory_number',
	);

	/** @var string */
	private $type;

	public function __construct( string $type ) {
		$this->type = $type;
	}

	public function id(): string {
		return Source_Names::of_type( $this->type );
	}

	public function name(): string {
		$type = get_post_type_object( $this->type );
		return null === $type ? $this->type : $type->labels->name;
	}

	public function post_types(): array {
		return array( $this->type );
	}

	public function part_types(): array {
		return array();
	}

	public function watches_meta( string $key ): bool {
		return '_thumbnail_id' === $key || in_array( $key, array_map( array( $this, 'key' ), Artwork_Post_Type::names() ), true );
	}

	public function watches_taxonomy( string $taxonomy ): bool {
		return false;
	}

	public function taxonomies(): array {
		return Permalink_Cache::taxonomies( $this->type );
	}

	public function category_taxonomies(): array {
		$names = array();
		foreach ( get_object_taxonomies( $this->type, 'objects' ) as $taxonomy ) {
			if ( $taxonomy->show_ui && ! in_array( $taxonomy->name, self::TECHNICAL, true ) ) {
				$names[] = $taxonomy->name;
			}
		}
		return $names;
	}

	public function reason_not_shareable( WP_Post $post ): ?string {
		return null;
	}

	public function sql_shareable( string $alias ): string {
		return '1 = 1';
	}

	public function pictured( array $posts ): array {
		return array_column( $posts, 'ID' );
	}

	public function prime( array $posts ): void {
		Permalink_Cache::prime( $posts );
	}

	public function build( WP_Post $post ): array {
		return $this->facts( $post ) + Fields::filled(
			array(
				'inventory_ref'   => $this->read( $post->ID, 'inventory_number' ),
				'price'           => $this->price( $post->ID ),
				'cover_image_url' => Pictures::url( $post->ID ),
				'external_id'     => (string) $post->ID,
				'source_url'      => (string) get_permalink( $post ),
			)
		);
	}

	public function facts( WP_Post $post ): array {
		$work = array( 'title' => Plain_Text::of( $post->post_title ) );
		foreach ( self::FIELDS as $field => $key ) {
			$work[ $field ] = $this->read( $post->ID, $key );
		}
		unset( $work['inventory_ref'] );
		foreach ( array( 'height_cm', 'width_cm', 'depth_cm' ) as $size ) {
			$number = (float) Amount::centimetres( (string) $work[ $size ] );
			// Empty number fields store 0, which is not a size.
			$work[ $size ] = $number > 0 ? $number : null;
		}
		$work['availability'] = Artwork_Post_Type::sanitize_availability( get_post_meta( $post->ID, $this->key( 'availability' ), true ) );
		return Fields::filled( $work );
	}

	public function recheck_at( WP_Post $post ): ?int {
		return null;
	}

	public function artist( int $post_id ): string {
		return $this->read( $post_id, 'artist' );
	}

	public function searched_meta(): array {
		return array( $this->key( 'artist' ), $this->key( 'inventory_number' ) );
	}

	public function searched_taxonomies(): array {
		return array();
	}

	public function field_labels(): array {
		$own    = Artwork_Post_Type::labels();
		$labels = array(
			'title'           => __( 'Title', 'artwork-registry-connector' ),
			'availability'    => $own['availability'],
			'price'           => $own['price_amount'],
			'price.amount'    => $own['price_amount'],
			'price.currency'  => $own['price_currency'],
			'cover_image_url' => __( 'Featured image', 'artwork-registry-connector' ),
			'source_url'      => __( 'Permalink', 'artwork-registry-connector' ),
		);
		foreach ( self::FIELDS as $field => $key ) {
			$labels[ $field ] = $own[ $key ];
		}
		return $labels;
	}

	public function field_places(): array {
		$places = array();
		foreach ( self::FIELDS as $field => $key ) {
			/* translators: %s: name of a custom field. */
			$places[ $field ] = sprintf( __( 'fill in the custom field “%s”', 'artwork-registry-connector' ), $this->key( $key ) );
		}
		return $places;
	}

	public function put( Field_Change $change, WP_Post $post, string $field, string $text ): void {
		$change->meta[ $this->key( self::FIELDS[ $field ] ) ] = $text;
	}

	public function save( WP_Post $post, Field_Change $change ): void {
		$meta = $change->meta;
		foreach ( $change->sizes ?? array() as $side => $centimetres ) {
			$key    = $this->key( $side . '_cm' );
			$stored = $this->read( $post->ID, $side . '_cm' );
			// What is not read as a size was not shown either, and stays.
			if ( null !== $centimetres || '' === $stored || null !== Amount::centimetres( $stored ) ) {
				$meta[ $key ] = null === $centimetres ? '' : (string) $centimetres;
			}
		}
		foreach ( $change->terms as $place => $name ) {
			Term_Place::put( $post->ID, $place, $name );
		}
		foreach ( array_keys( $meta, '', true ) as $key ) {
			delete_post_meta( $post->ID, $key );
			unset( $meta[ $key ] );
		}
		wp_update_post(
			array(
				'ID'         => $post->ID,
				'meta_input' => wp_slash( $meta ),
			)
		);
	}

	public function former( WP_Post $post, Field_Change $change ): Former_Values {
		$keys = array_keys( $change->meta );
		foreach ( array_keys( $change->sizes ?? array() ) as $side ) {
			$keys[] = $this->key( $side . '_cm' );
		}
		return Former_Values::of( $post->ID, $keys, array_keys( $change->terms ) );
	}

	public function restore( WP_Post $post, Former_Values $former ): void {
		foreach ( $former->terms as $taxonomy => $ids ) {
			wp_set_object_terms( $post->ID, $ids, $taxonomy );
		}
		foreach ( array_keys( $former->meta, array(), true ) as $key ) {
			delete_post_meta( $post->ID, $key );
		}
		wp_update_post(
			array(
				'ID'         => $post->ID,
				'meta_input' => wp_slash( array_map( 'current', array_filter( $former->meta ) ) ),
			)
		);
	}

	/** Availability is a field of the work itself. */
	public function availability_mark( int $post_id ): ?string {
		return null;
	}

	public function set_availability_mark( int $post_id, string $availability ): void {}

	/** The custom field that holds this field. Post types of others use the plain name. */
	protected function key( string $name ): string {
		return $name;
	}

	private function read( int $post_id, string $name ): string {
		return Plain_Text::of( get_post_meta( $post_id, $this->key( $name ), true ) );
	}

	/** @return array{amount: float, currency: string}|null Only as the owner gave it: no amount without its currency. */
	private function price( int $post_id ): ?array {
		$amount   = (float) Amount::price( $this->read( $post_id, 'price_amount' ) );
		$currency = Artwork_Post_Type::sanitize_currency( get_post_meta( $post_id, $this->key( 'price_currency' ), true ) );
		return $amount <= 0 || '' === $currency ? null : array(
			'amount'   => $amount,
			'currency' => $currency,
		);
	}
}
