<?php
/**
 * Whom this site connects to, and which way works: what was offered and agreed to, and the sync service that polls now.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Agreement;
use ArtworkRegistry\Store\Connection;
use ArtworkRegistry\Store\Dialling;
use ArtworkRegistry\Store\Left_Services;

final class Service_View {
	/**
	 * Where a registry is suggested, and what the owner has been shown and has agreed to.
	 *
	 * @return array<string, mixed>
	 */
	public static function registry(): array {
		$agreed = Agreement::find();
		return array(
			'suggested' => self::suggested(),
			'offer'     => Agreement::find_offer(),
			'agreed'    => null === $agreed ? null : array(
				'offer' => $agreed['offer'],
				'by'    => $agreed['by'],
				'at'    => Clock::iso( $agreed['at'] ),
			),
		);
	}

	/**
	 * carrier: direct where the service reaches this site, mailbox where this site calls. error: why the last call of this site failed.
	 *
	 * @return array{
	 *    is_hosted: bool, is_awaited: bool, is_call_due: bool, since: string|null, name: string, carrier: string|null,
	 *    carrier_since: string|null, error: string|null,
	 * }
	 */
	public static function service(): array {
		$current = Connection::find();
		$pending = Connection::find_pending();
		$hosted  = null !== $pending && null !== $pending['service_url'] ? $pending : null;
		$status  = Connection::find_status();
		$service = $status['service'] ?? null;
		$is_host = null !== $current && null !== $current['service_url'];
		$dialled = $hosted ?? ( $is_host ? $current : null );
		return array(
			'is_hosted'     => $is_host,
			// The owner has agreed, and the service has not polled yet.
			'is_awaited'    => null !== $hosted,
			// A page that is open should let the site call at once.
			'is_call_due'   => Left_Services::has_due() || ( null !== $current && Dialling::is_introduction_due( $current['site_id'] ) ),
			'since'         => Clock::iso( $hosted['paired_at'] ?? ( $current['paired_at'] ?? null ) ),
			'name'          => null === $service ? '' : $service['name'],
			'carrier'       => null === $service ? null : $service['carrier'],
			'carrier_since' => null === $service ? null : Clock::iso( $service['carrier_since'] ),
			'error'         => null === $dialled ? null : self::error( $dialled ),
		);
	}

	/** @param array{site_id: string, service_url: string|null} $pairing */
	private static function error( array $pairing ): ?string {
		$code  = Dialling::find( $pairing['site_id'] )['error'];
		$texts = array(
			'not_paired'    => __( 'The sync service no longer knows this site. Disconnect, and connect again; your artworks keep their Art IDs.', 'artwork-registry-connector' ),
			'bad_signature' => __( 'The sync service does not accept the calls of this site. Disconnect, and connect again; your artworks keep their Art IDs.', 'artwork-registry-connector' ),
			'paused'        => __( 'The operator of the sync service has paused this site. Your changes are kept, and continue when it is resumed. Ask the operator for the reason.', 'artwork-registry-connector' ),
			'unsigned'      => __( 'Something between this site and the sync service answers in its place, such as a proxy. Ask your host to allow the connection.', 'artwork-registry-connector' ),
		);
		if ( null === $code || in_array( $code, array( 'busy', 'forked' ), true ) ) {
			return null;
		}
		$status = Connection::find_status();
		if ( in_array( $code, Dialling::REFUSALS, true ) && null !== $status && ! Dialling::is_refused_since( $pairing['site_id'], $status['seen_at'] ) ) {
			return null;
		}
		if ( isset( $texts[ $code ] ) ) {
			return $texts[ $code ];
		}
		if ( in_array( $code, array( 'still_answers', 'not_in_production', 'registry_not_served', 'version_not_served' ), true ) ) {
			return Connect_Texts::of( $code, '' );
		}
		$host = (string) wp_parse_url( (string) $pairing['service_url'], PHP_URL_HOST );
		return 'blocked' === $code
			? Connect_Texts::of( 'blocked', $host )
			/* translators: %s: host name. */
			: sprintf( __( 'The sync service (%s) does not answer this site just now. It is tried again by itself.', 'artwork-registry-connector' ), $host );
	}

	private static function suggested(): string {
		$default = defined( 'ARTWORK_REGISTRY_URL' ) ? (string) constant( 'ARTWORK_REGISTRY_URL' ) : '';
		/**
		 * The address of the registry that the screen "Connect" suggests.
		 *
		 * @param string $url Default: the constant ARTWORK_REGISTRY_URL, else empty.
		 */
		return (string) apply_filters( 'artwork_registry_url', $default );
	}
}
