<?php
/**
 * One text per error code: what happened, why, what to do next, in the owner's own field names. The sync service sends codes,
 * this table has the texts.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

use ArtworkRegistry\Mapping\Chain_Words;
use ArtworkRegistry\Source\Source;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Work\Work_Builder;
use WP_Post;

final class Error_Texts {
	/** Errors that another try does not fix, only a decision of the owner. */
	private const DECISIONS = array( 'known_translation', 'placeholder_title' );

	/**
	 * @param array<mixed> $error As reported: code, message, issues, hint.
	 * @return array{code: string, message: string, text: string, can_retry: bool, fields: list<string>} fields: those to fix.
	 */
	public static function of_work( array $error, ?Source $source, ?WP_Post $post ): array {
		$code    = is_string( $error['code'] ?? null ) ? $error['code'] : 'unknown';
		$message = is_string( $error['message'] ?? null ) ? $error['message'] : '';
		$issues  = is_array( $error['issues'] ?? null ) ? $error['issues'] : array();
		$texts   = null === $source || null === $post ? array() : self::of_issues( $issues, $source, $post );
		$text    = $texts ? implode( ' ', $texts ) : ( self::table()[ $code ] ?? sprintf(
			/* translators: %s: the registry's own message. */
			__( 'The registry did not accept this artwork: %s Correct the artwork and save it, or press Try again.', 'artwork-registry-connector' ),
			'' === $message ? $code : rtrim( $message, '.' ) . '.'
		) );
		return array(
			'code'      => $code,
			'message'   => $message,
			'text'      => $text,
			// Trying again does not help while a field is wrong.
			'can_retry' => ! $texts && ! in_array( $code, self::DECISIONS, true ),
			'fields'    => array_keys( $texts ),
		);
	}

	/** A newer version of the plugin was on this site. */
	public static function of_newer_data(): string {
		return __( 'A newer version of Artwork Registry Connector has worked on this site, and this one can’t read what it stored. Nothing is sent; changes are noted and sent later. Update the plugin under Plugins, or put back a backup of the database from before the update.', 'artwork-registry-connector' );
	}

	/** The database of the site did not answer a question. */
	public static function of_unreadable(): string {
		return __( 'The database of this site could not be read, so nothing can be said now. The artworks and their registry entries stay as they are. If this stays, show your host the error log of the site.', 'artwork-registry-connector' );
	}

	/** Something failed on this site, and nothing is known of why. */
	public static function of_failure(): string {
		return __( 'This failed on your site. Its error log says why; try again, and show your host the log if it stays.', 'artwork-registry-connector' );
	}

	/** The notice about a problem with the account; null where there is none, or it passes by itself. */
	public static function of_account( string $state, ?string $message ): ?string {
		$texts = array(
			'copy'            => __( 'This site looks like a copy, or like a backup that was restored, of the site that was paired. Nothing is read or sent until you say which it is: open Artwork Registry and choose.', 'artwork-registry-connector' ),
			'two_services'    => __( 'Two sync services work for this site with the same pairing, so nothing is sent to the registry. Stop the one that is no longer needed, on its machine; the other one continues by itself a few minutes later.', 'artwork-registry-connector' ),
			'no_key'          => __( 'The sync service has no key for the registry. Enter the API key that the registry issued to you under Artwork Registry, Settings.', 'artwork-registry-connector' ),
			'unauthorized'    => __( 'The registry no longer accepts the key of the sync service: it was revoked or has expired. Nothing is registered until the sync service has a new key. Ask the registry for one and enter it under Artwork Registry, Settings.', 'artwork-registry-connector' ),
			'forbidden'       => __( 'The registry does not accept changes with this key: it may only read, or your organisation is not active. Ask the registry for a key that may register artworks.', 'artwork-registry-connector' ),
			'no_write_target' => __( 'Your organisation has no gallery or collection profile in the registry yet, so artworks cannot be registered. Ask the registry to set one up.', 'artwork-registry-connector' ),
		);
		if ( ! isset( $texts[ $state ] ) ) {
			return null;
		}
		// The one code with two possible causes.
		return $texts[ $state ] . ( 'forbidden' !== $state || null === $message || '' === $message ? '' : ' (' . $message . ')' );
	}

	/** @return array<string, string> */
	private static function table(): array {
		return array(
			'build_failed'              => __( 'This artwork could not be read: another plugin failed while it was put together. Open the artwork, save it, and check the error log if this stays.', 'artwork-registry-connector' ),
			'placeholder_title'         => __( 'This artwork was saved without a name, and WooCommerce gave it a placeholder. An Art ID is permanent, so it waits: open the artwork and give it a title.', 'artwork-registry-connector' ),
			'known_translation'         => __( 'This translation has an Art ID of its own from before, so the registry keeps its entry as it is. To end that entry, stop updating it.', 'artwork-registry-connector' ),
			'another_work'              => __( 'This product now describes a different artwork from the one its Art ID belongs to: title and artist have both changed. Give the other artwork its own product. If it is the same artwork after all, select Try again.', 'artwork-registry-connector' ),
			'invalid_body'              => __( 'The registry refused one of the values of this artwork. Open the artwork and check its fields.', 'artwork-registry-connector' ),
			'protected_field'           => __( 'The sync service sent a field that only the registry may set. Update the plugin and the sync service.', 'artwork-registry-connector' ),
			'service_limit'             => __( 'The sync service registers no more artworks of your gallery: it has as many as its operator allows. Ask the operator to raise the limit, then select Try again.', 'artwork-registry-connector' ),
			'source_missing'            => __( 'The plugin or theme this artwork comes from is switched off. The registry keeps the artwork as it is; switch the plugin or theme on again and it continues by itself.', 'artwork-registry-connector' ),
			'source_conflict'           => __( 'Another artwork of yours is registered with the same details, so the registry cannot tell them apart. Make them differ: the inventory number (SKU), the title (an edition number), year or size. Or stop updating one of them.', 'artwork-registry-connector' ),
			'not_permitted'             => __( 'This artwork is in somebody else’s profile, so you cannot change it here. Ask the registry for a transfer, correct the details if it is a different artwork, or stop updating it.', 'artwork-registry-connector' ),
			'artwork_not_found'         => __( 'The registry no longer has this artwork: it was withdrawn there. Ask the registry why, or press Try again.', 'artwork-registry-connector' ),
			'idempotency_key_reused'    => __( 'The registry mistook this registration for another one. Select Try again.', 'artwork-registry-connector' ),
			'unknown_installation'      => __( 'The registry no longer knows this site. Select Update registry entries to connect it again.', 'artwork-registry-connector' ),
			'source_ownership_mismatch' => __( 'This artwork was registered by another organisation’s system. Ask the registry to hand it over.', 'artwork-registry-connector' ),
			'payload_too_large'         => __( 'The details of this artwork are too long for the registry. Shorten them.', 'artwork-registry-connector' ),
		);
	}

	/**
	 * @param array<mixed> $issues
	 * @return array<string, string> Field of the registry → sentence.
	 */
	private static function of_issues( array $issues, Source $source, WP_Post $post ): array {
		try {
			$values = Work_Builder::build( $source, $post );
		} catch ( Read_Failed $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			$values = array();
		}
		$labels = $source->field_labels();
		$places = Chain_Words::places( $source );
		$texts  = array();
		foreach ( $issues as $issue ) {
			$path  = is_array( $issue ) && is_string( $issue['path'] ?? null ) ? $issue['path'] : '';
			$path  = (string) preg_replace( '/^artwork\./', '', $path );
			$label = $labels[ $path ] ?? null;
			if ( null === $label ) {
				continue;
			}
			if ( ! isset( $values[ explode( '.', $path )[0] ] ) ) {
				$texts[ $path ] = isset( $places[ $path ] )
					/* translators: 1: name of a field, such as Artist, 2: what to do, such as "add it under Attributes". */
					? sprintf( __( '%1$s is empty: %2$s.', 'artwork-registry-connector' ), $label, $places[ $path ] )
					/* translators: %s: name of a field, such as Artist. */
					: sprintf( __( '%1$s is empty: open the artwork and fill in %1$s.', 'artwork-registry-connector' ), $label );
			} else {
				/* translators: 1: name of a field, 2: the registry's reason. */
				$texts[ $path ] = sprintf( __( '%1$s was refused (%2$s): open the artwork and correct %1$s.', 'artwork-registry-connector' ), $label, is_string( $issue['message'] ?? null ) ? rtrim( $issue['message'], '.' ) : '' );
			}
		}
		return $texts;
	}
}
