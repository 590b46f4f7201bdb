<?php
/**
 * Why a work is in its state, in one sentence, where the state alone leaves a question open.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

final class Why_Text {
	/** In the place of a word of Eligibility, where another plugin fails. */
	public const UNREADABLE = 'unreadable';

	/** @param array<string, mixed> $work As Work_View has it, without this sentence. */
	public static function of_work( array $work ): ?string {
		if ( null !== $work['error'] ) {
			$translated = null === $work['original'] ? null : self::of_reason( 'translation', $work['original'] );
			return implode( ' ', array_filter( array( $translated, $work['error']['text'] ) ) );
		}
		if ( 'matched' === $work['state'] ) {
			/* translators: %s: what was equal, such as "fingerprint". */
			return sprintf( __( 'The registry knew this artwork already (by %s).', 'artwork-registry-connector' ), self::key( $work['matched_on'] ) );
		}
		if ( 'elsewhere' === $work['state'] ) {
			return __( 'The registry has this artwork in somebody else’s profile. Ask the registry for a transfer, correct the details if it is a different artwork, or stop updating it.', 'artwork-registry-connector' );
		}
		if ( null !== $work['held'] ) {
			return self::of_held( $work['held'] );
		}
		if ( null !== $work['edition_of'] ) {
			/* translators: %s: number of a work on this site. */
			return sprintf( __( 'It belongs to the edition registered as #%s.', 'artwork-registry-connector' ), $work['edition_of'] );
		}
		if ( 'stopped' === $work['state'] ) {
			return self::of_stopped( $work['shows']['availability'] ?? null );
		}
		return 'not_shared' === $work['state'] ? self::of_reason( $work['reason'], $work['original'] ) : null;
	}

	/**
	 * @param string|null $reason   As Eligibility has it.
	 * @param string|null $original The title of the work that this one translates.
	 */
	public static function of_reason( ?string $reason, ?string $original = null ): ?string {
		if ( 'translation' === $reason && null !== $original ) {
			/* translators: %s: title of another work. */
			return sprintf( __( 'A translation of %s: the original is what the registry shows.', 'artwork-registry-connector' ), $original );
		}
		$reasons = array(
			'draft'          => __( 'It is a draft. Publish it on the site first.', 'artwork-registry-connector' ),
			'private'        => __( 'It is private on the site.', 'artwork-registry-connector' ),
			'password'       => __( 'It has a password on the site.', 'artwork-registry-connector' ),
			'trashed'        => __( 'It is in the trash.', 'artwork-registry-connector' ),
			'excluded'       => __( 'You stopped updating it.', 'artwork-registry-connector' ),
			'hidden'         => __( 'It is hidden from the catalogue. Change its catalogue visibility first.', 'artwork-registry-connector' ),
			'site_rule'      => __( 'A rule of this site keeps it out of the registry. The developer of your website can change the rule.', 'artwork-registry-connector' ),
			'coming_soon'    => __( 'Your shop is in “Coming soon” mode, so visitors cannot see it.', 'artwork-registry-connector' ),
			'category'       => __( 'It is in none of the categories chosen under Settings, What counts as an artwork.', 'artwork-registry-connector' ),
			'source'         => __( 'This post type isn’t registered as artwork. Change it under Settings, What counts as an artwork.', 'artwork-registry-connector' ),
			'translation'    => __( 'It is a translation: the original is what the registry shows.', 'artwork-registry-connector' ),
			'variations'     => __( 'Each of its variations is an artwork of its own: they are what the registry shows.', 'artwork-registry-connector' ),
			'variation'      => __( 'It is a variation, and its product is the artwork.', 'artwork-registry-connector' ),
			self::UNREADABLE => __( 'This artwork could not be read: another plugin failed while it was put together.', 'artwork-registry-connector' ),
			'product_type'   => __( 'Only simple and variable products are artworks; this is another type of product.', 'artwork-registry-connector' ),
		);
		return null === $reason ? null : $reasons[ $reason ] ?? null;
	}

	/** @param array{reason: string|null, group: string|null, size: int|null} $held */
	private static function of_held( array $held ): string {
		if ( 'bulk_removal' === $held['reason'] ) {
			return __( 'It left your site together with many others. The registry is only informed when you confirm the removal.', 'artwork-registry-connector' );
		}
		if ( 'possible_duplicate' !== $held['reason'] ) {
			return __( 'It waits for your approval before it is sent.', 'artwork-registry-connector' );
		}
		$size = $held['size'] ?? 2;
		return sprintf(
			/* translators: %d: number of works. */
			_n(
				'%d artwork has this artist, title, year and size, so the registry could not tell it from another. Choose what it should be.',
				'%d artworks have this artist, title, year and size, so the registry could not tell them apart. Choose what they should be.',
				$size,
				'artwork-registry-connector'
			),
			$size
		);
	}

	/** @param mixed $availability What the registry shows. */
	private static function of_stopped( $availability ): string {
		switch ( $availability ) {
			case 'fully_private':
				return __( 'The registry no longer shows it.', 'artwork-registry-connector' );
			case 'sold':
				return __( 'The registry page is still public and shows it as sold.', 'artwork-registry-connector' );
			case 'not_for_sale':
				return __( 'The registry page is still public and shows it as not for sale.', 'artwork-registry-connector' );
			default:
				return __( 'The registry page is still public and stays as it was.', 'artwork-registry-connector' );
		}
	}

	private static function key( ?string $matched_on ): string {
		$words = array(
			'fingerprint'   => __( 'artist, title, year and size', 'artwork-registry-connector' ),
			'external_id'   => __( 'its number on this site', 'artwork-registry-connector' ),
			'inventory_ref' => __( 'its inventory number', 'artwork-registry-connector' ),
			'source_url'    => __( 'its address', 'artwork-registry-connector' ),
			'image_url'     => __( 'its picture', 'artwork-registry-connector' ),
		);
		return $words[ (string) $matched_on ] ?? __( 'its details', 'artwork-registry-connector' );
	}
}
