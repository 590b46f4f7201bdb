<?php
/**
 * "Print wall labels" and "Issue certificates" for the works ticked in their lists: what the notice above the list says and offers.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Orders\Owner_Orders;
use ArtworkRegistry\View\Printables;
use ArtworkRegistry\View\Works_Query;

final class Bulk_Printables {
	private const LABELS       = 'labels';
	private const CERTIFICATES = Bulk_Question::CERTIFICATES;

	/** @return array<string, string> */
	public static function actions(): array {
		return array(
			self::LABELS       => __( 'Print wall labels', 'artwork-registry-connector' ),
			self::CERTIFICATES => __( 'Issue certificates', 'artwork-registry-connector' ),
		);
	}

	/**
	 * Remembers the works that can have what was asked for. A certificate is permanent, so nothing is issued before the question is answered.
	 *
	 * @param list<int> $ids
	 * @return array<string, int|string> For the list's address.
	 */
	public static function ask( string $action, array $ids ): array {
		$can = array();
		foreach ( Works_Query::find_many( $ids ) as $id => $row ) {
			$is = self::LABELS === $action
				? null !== Printables::label( $row ) && current_user_can( 'edit_post', $id )
				: Printables::may_be_certified( $row ) && Printables::is_supported() && Owner_Orders::may_order( $id );
			if ( $is ) {
				$can[] = $id;
			}
		}
		Bulk_Question::keep( $can, $action );
		return Bulk_Outcome::arguments( self::LABELS === $action ? $action : 'ask_' . $action, count( $can ), 0, count( $ids ) - count( $can ) );
	}

	/** The notice's text; '' where it is about something else. */
	public static function words( string $done, int $works, int $refused ): string {
		switch ( $done ) {
			case self::LABELS:
				/* translators: %d: number of works. */
				$text = 0 === $works ? '' : sprintf( _n( '%d label, as a PDF to print.', '%d labels, a page each, as a PDF to print.', $works, 'artwork-registry-connector' ), $works );
				/* translators: %d: number of works. */
				$none = _n( '%d artwork has no label, because it has no public page in the registry.', '%d artworks have no label, because they have no public page in the registry.', $refused, 'artwork-registry-connector' );
				break;
			case 'ask_' . self::CERTIFICATES:
				/* translators: %d: number of works. */
				$text = 0 === $works ? '' : sprintf( _n( 'The registry signs a certificate for %d artwork with what it holds of it now, and anybody may verify it. A certificate is permanent: it can be withdrawn, with a reason, but not deleted. For the copy number of an edition, open the artwork.', 'The registry signs a certificate for each of %d artworks with what it holds of them now, and anybody may verify it. A certificate is permanent: it can be withdrawn, with a reason, but not deleted. For the copy number of an edition, open the artwork.', $works, 'artwork-registry-connector' ), $works );
				$none = self::no_certificate( $refused );
				break;
			case self::CERTIFICATES:
				/* translators: %d: number of certificates. */
				$text = 0 === $works ? '' : sprintf( _n( '%d certificate is being issued. It appears with its artwork.', '%d certificates are being issued. Each appears with its artwork.', $works, 'artwork-registry-connector' ), $works );
				$none = self::no_certificate( $refused );
				break;
			default:
				return '';
		}
		return trim( $text . ( $refused > 0 ? ' ' . sprintf( $none, $refused ) : '' ) );
	}

	/** Links to the labels, or the button that issues the certificates; escaped. */
	public static function offer( string $done, int $works ): string {
		if ( self::LABELS === $done ) {
			return self::links( Bulk_Question::kept( self::LABELS ) );
		}
		if ( 'ask_' . self::CERTIFICATES !== $done || 0 === $works ) {
			return '';
		}
		/* translators: %d: number of certificates. */
		return Bulk_Question::form( sprintf( _n( 'Issue %d certificate', 'Issue %d certificates', $works, 'artwork-registry-connector' ), $works ), 'button button-primary' );
	}

	/** @param list<int> $ids */
	private static function links( array $ids ): string {
		$rows  = array_intersect_key( Works_Query::find_many( $ids ), array_flip( $ids ) );
		$links = array();
		foreach ( array( 'a6', 'a7' ) as $size ) {
			$files = Printables::label_files( $rows, $size );
			foreach ( $files as $index => $file ) {
				$text = 1 === count( $files )
					/* translators: %s: size of paper, such as A6. */
					? sprintf( __( 'Open %s', 'artwork-registry-connector' ), strtoupper( $size ) )
					/* translators: 1: size of paper, such as A6, 2: number of the file. */
					: sprintf( __( 'Open %1$s, part %2$d', 'artwork-registry-connector' ), strtoupper( $size ), $index + 1 );
				$links[] = '<a class="button" target="_blank" rel="noopener" href="' . esc_url( $file ) . '">' . esc_html( $text ) . '</a>';
			}
		}
		return implode( ' ', $links );
	}

	private static function no_certificate( int $works ): string {
		/* translators: %d: number of works. */
		return _n( '%d artwork gets none: it is not registered by this site, the registry issues no certificates, or you are not allowed to register it.', '%d artworks get none: they are not registered by this site, the registry issues no certificates, or you are not allowed to register them.', $works, 'artwork-registry-connector' );
	}
}
