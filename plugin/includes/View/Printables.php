<?php
/**
 * What a work can be given on paper: its wall label, which the registry prints, and its certificates, as our screens show them.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Source\Artwork_Caption;
use ArtworkRegistry\Store\Certificates;
use ArtworkRegistry\Store\Connection;

/**
 * @phpstan-import-type WorkRow from Works_Query
 * @phpstan-import-type Certificate from Certificates
 * @phpstan-type Shown_Certificate array{
 *     id: int, state: string, edition_number: int|null, edition_size: int|null, note: string|null, page: string|null,
 *     pdf: string|null, pdf_letter: string|null, created_at: string|null, issued_at: string|null, withdrawn_at: string|null,
 *     reason: string|null, error: string|null, order_id: int, is_superseded: bool,
 * }
 */
final class Printables {
	/** States in which anybody may read the work in the registry: only then it prints a label. */
	private const SHOWN = array( 'published', 'published_waiting', 'matched', 'sold', 'stopped' );

	/** States in which the work has an entry of this gallery, shown or not. */
	private const OURS = array( 'published', 'published_waiting', 'matched', 'sold', 'stopped', 'hidden', 'private' );

	/** In one file, as the registry draws them. */
	private const MOST_LABELS = 50;

	/**
	 * request: names the next certificate that this screen asks for, so that a request sent twice issues one. copy: as the artwork's
	 * own fields say.
	 *
	 * @return array{
	 *     label: array{a6: string, a7: string}|null, can_issue: bool, is_supported: bool, request: string,
	 *     copy: array{number: int|null, size: int|null}, certificates: list<Shown_Certificate>,
	 * }
	 */
	public static function of( int $external_id ): array {
		$row = Works_Query::find( $external_id );
		return array(
			'label'        => null === $row ? null : self::label( $row ),
			'can_issue'    => null !== $row && self::may_be_certified( $row ) && self::is_supported(),
			'is_supported' => self::is_supported(),
			'request'      => wp_generate_uuid4(),
			'copy'         => Artwork_Caption::copy( $external_id ),
			'certificates' => self::certificates( Certificates::list_of_works( array( $external_id ) ) ),
		);
	}

	/**
	 * @param WorkRow $row
	 * @return array{a6: string, a7: string}|null Addresses of the PDF in both sizes.
	 */
	public static function label( array $row ): ?array {
		if ( null === $row['registry_id'] || '' === (string) $row['public_page'] || ! in_array( $row['view'], self::SHOWN, true ) ) {
			return null;
		}
		$page = untrailingslashit( (string) $row['public_page'] );
		return array(
			'a6' => $page . '/label.pdf?size=a6',
			'a7' => $page . '/label.pdf?size=a7',
		);
	}

	/**
	 * The labels of several works, a page each, in as few files as the registry allows.
	 *
	 * @param array<WorkRow> $rows
	 * @return list<string> Addresses.
	 */
	public static function label_files( array $rows, string $size ): array {
		$ids  = array();
		$base = '';
		foreach ( $rows as $row ) {
			if ( null !== self::label( $row ) ) {
				$page  = untrailingslashit( (string) $row['public_page'] );
				$ids[] = rawurlencode( basename( $page ) );
				$base  = dirname( $page, 2 );
			}
		}
		return array_map(
			static function ( array $some ) use ( $base, $size ): string {
				return $base . '/labels.pdf?works=' . implode( ',', $some ) . '&size=' . $size;
			},
			array_chunk( $ids, self::MOST_LABELS )
		);
	}

	/** @param WorkRow $row */
	public static function may_be_certified( array $row ): bool {
		return null !== $row['registry_id'] && in_array( $row['view'], self::OURS, true );
	}

	/** Whether the connected registry issues certificates, as the sync service says. */
	public static function is_supported(): bool {
		$status   = Connection::find_status();
		$registry = null === $status ? null : ( $status['status']['registry'] ?? null );
		return null !== Connection::find() && is_array( $registry ) && true === ( $registry['certificates'] ?? null );
	}

	/**
	 * @param list<Certificate> $certificates Newest first.
	 * @return list<Shown_Certificate>
	 */
	public static function certificates( array $certificates ): array {
		$shown = array();
		$newer = array();
		foreach ( $certificates as $certificate ) {
			$copy     = $certificate['registry_id'] . ' ' . $certificate['edition_number'];
			$is_there = null !== $certificate['certificate_id'];
			$shown[]  = self::certificate( $certificate, $is_there && isset( $newer[ $copy ] ) );
			if ( $is_there ) {
				$newer[ $copy ] = true;
			}
		}
		return $shown;
	}

	/**
	 * @param Certificate $certificate
	 * @return Shown_Certificate
	 */
	private static function certificate( array $certificate, bool $is_superseded ): array {
		$page = $certificate['public_page'];
		$pdf  = Certificates::pdf( $page );
		return array(
			'id'             => $certificate['id'],
			'state'          => $certificate['state'],
			'edition_number' => $certificate['edition_number'],
			'edition_size'   => $certificate['edition_size'],
			'note'           => $certificate['note'],
			'page'           => $page,
			'pdf'            => '' === $pdf ? null : $pdf,
			'pdf_letter'     => '' === $pdf ? null : $pdf . '?size=letter',
			'created_at'     => Clock::iso( $certificate['created_at'] ),
			'issued_at'      => Clock::iso( $certificate['issued_at'] ),
			'withdrawn_at'   => Clock::iso( $certificate['withdrawn_at'] ),
			'reason'         => $certificate['reason'],
			'error'          => null === $certificate['code'] ? null : self::error( $certificate['code'] ),
			'order_id'       => $certificate['order_id'],
			'is_superseded'  => $is_superseded,
		);
	}

	private static function error( string $code ): string {
		$texts = array(
			'not_supported'         => __( 'This registry issues no certificates.', 'artwork-registry-connector' ),
			'unclear'               => __( 'It was sent to the registry, but no answer came for a day, so it may or may not have been issued. Ask the registry before you issue another one.', 'artwork-registry-connector' ),
			'not_permitted'         => __( 'The registry refused it: the artwork belongs to another profile.', 'artwork-registry-connector' ),
			'artwork_not_found'     => __( 'The registry no longer has this artwork.', 'artwork-registry-connector' ),
			'certificate_not_found' => __( 'The registry does not have this certificate.', 'artwork-registry-connector' ),
			'invalid_body'          => __( 'The registry did not accept the copy number or the note. Correct them and issue it again.', 'artwork-registry-connector' ),
		);
		return $texts[ $code ] ?? __( 'The registry refused it. Try again; if that does not help, ask the operator of the registry.', 'artwork-registry-connector' );
	}
}
