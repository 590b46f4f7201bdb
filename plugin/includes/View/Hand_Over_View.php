<?php
/**
 * What our screens show of a key, a signing secret or a form on its way to the sync service: its state, and a sentence that says what
 * to do. The sync service sends codes, this table has the words. A key itself is never seen here.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Store\Sealed;

final class Hand_Over_View {
	/** The sync service polls every 2 s while somebody looks, else every 30 s. */
	private const LATE_SECONDS  = 60;
	private const ACCESS_STATES = array( 'waiting', 'approved', 'rejected', 'expired' );

	/**
	 * @param array<string, mixed> $status As the sync service said it last.
	 * @return array{seal_key: string|null, registry_url: string|null, has_webhook_secret: bool}
	 */
	public static function offer( array $status ): array {
		$said = is_array( $status['hand_over'] ?? null ) ? $status['hand_over'] : array();
		return array(
			'seal_key'           => is_string( $said['seal_key'] ?? null ) ? $said['seal_key'] : null,
			'registry_url'       => is_string( $said['registry_url'] ?? null ) ? $said['registry_url'] : null,
			'has_webhook_secret' => ! empty( $said['has_webhook_secret'] ),
		);
	}

	/** @return array{kind: string, state: string, text: string, fields: list<string>}|null state: waiting, done or failed. */
	public static function handed(): ?array {
		$handed = Sealed::find();
		if ( null === $handed ) {
			return null;
		}
		$outcome = $handed['outcome'];
		if ( null === $outcome ) {
			$is_late = Clock::now() - $handed['at'] > self::LATE_SECONDS;
			return array(
				'kind'   => $handed['kind'],
				'state'  => 'waiting',
				'text'   => $is_late
					? __( 'The sync service has not fetched it yet. Check that it is running; it is used as soon as it does. You don’t need to enter anything again.', 'artwork-registry-connector' )
					: __( 'On its way to the sync service …', 'artwork-registry-connector' ),
				'fields' => array(),
			);
		}
		return array(
			'kind'   => $handed['kind'],
			'state'  => $outcome['ok'] ? 'done' : 'failed',
			'text'   => self::text( $outcome['code'], $outcome['message'] ),
			'fields' => $outcome['fields'],
		);
	}

	/**
	 * The request for access: as the sync service follows it, else as this site remembers it. state "asked": nobody fetches the key.
	 *
	 * @param array<string, mixed> $status As the sync service said it last.
	 * @return array{request_id: string, at: string|null, state: string}|null
	 */
	public static function access( array $status ): ?array {
		$request = Sealed::access_request();
		$said    = is_array( $status['access'] ?? null ) ? $status['access'] : array();
		$is_said = is_string( $said['request_id'] ?? null ) && in_array( $said['state'] ?? null, self::ACCESS_STATES, true );
		if ( $is_said && ( null === $request || $request['request_id'] === $said['request_id'] ) ) {
			return array(
				'request_id' => $said['request_id'],
				'at'         => Clock::iso( Clock::parse( $said['since'] ?? null ) ),
				'state'      => (string) $said['state'],
			);
		}
		return null === $request ? null : array(
			'request_id' => $request['request_id'],
			'at'         => Clock::iso( $request['at'] ),
			'state'      => 'asked',
		);
	}

	private static function text( string $code, ?string $message ): string {
		$texts = array(
			'key_saved'         => __( 'The registry accepts the key. The sync service keeps it; WordPress does not.', 'artwork-registry-connector' ),
			'secret_saved'      => __( 'The sync service keeps the signing secret; WordPress does not. What was signed with the one before is accepted for a day.', 'artwork-registry-connector' ),
			'requested'         => __( 'The registry has your request.', 'artwork-registry-connector' ),
			'request_unclear'   => __( 'The registry may have your request, but its answer did not arrive. Wait for its e-mail. If none comes within a few days, send the form again.', 'artwork-registry-connector' ),
			'key_refused'       => __( 'The registry does not accept this key: it may be mistyped, revoked or expired. Copy it once more from the message of the registry, or ask there for a new one.', 'artwork-registry-connector' ),
			'key_of_another'    => __( 'This key belongs to another organisation than the one your artworks are registered under, so it is not used. Copy the key of your own organisation once more, or ask the registry.', 'artwork-registry-connector' ),
			'key_reads_only'    => __( 'This key may read but not register artworks. Ask the registry for a key that may, or choose “Ask for access”.', 'artwork-registry-connector' ),
			'organization_full' => __( 'Your organisation has as many websites at this sync service as its operator allows, so the key is not used. Disconnect one that you no longer need, or ask the operator.', 'artwork-registry-connector' ),
			'not_a_registry'    => __( 'There is no artwork registry at this address. Compare it with the one the registry gave you; it usually ends in /api/v1.', 'artwork-registry-connector' ),
			'bad_address'       => __( 'The sync service can’t use this address. It must begin with https:// and contain no user name; an address inside your own network must be set on the sync service itself (pair --registry).', 'artwork-registry-connector' ),
			'inner_address'     => __( 'This address leads into the network of the sync service itself, so it is not used. If that is meant, set it there (pair --registry).', 'artwork-registry-connector' ),
			'unreachable'       => __( 'The registry does not answer the sync service just now. Compare the address, and try again in a few minutes.', 'artwork-registry-connector' ),
			'form_invalid'      => __( 'The registry needs more: correct the marked fields and send the form again.', 'artwork-registry-connector' ),
			'too_many_requests' => __( 'The registry has had several requests from here today. Wait for its answer by e-mail, or try again tomorrow.', 'artwork-registry-connector' ),
			'unreadable'        => __( 'The sync service could not open it, because it has a new key of its own. Reload this page and enter it again.', 'artwork-registry-connector' ),
			'invalid'           => __( 'A key or signing secret has 8 to 200 letters, digits and signs, without spaces. Copy it once more and enter it again.', 'artwork-registry-connector' ),
		);
		$text  = $texts[ $code ] ?? __( 'The sync service could not do it; its log says why (artwork-registry-daemon logs). Try again.', 'artwork-registry-connector' );
		$says  = in_array( $code, array( 'unreachable', 'form_invalid' ), true ) && null !== $message && '' !== $message;
		/* translators: 1: what happened and what to do, 2: the registry's own words. */
		return $says ? sprintf( __( '%1$s The registry says: %2$s', 'artwork-registry-connector' ), $text, $message ) : $text;
	}
}
