<?php
/**
 * The word and the symbol for each state of a work, as the screens say it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

final class State_Words {
	public static function of( string $view ): string {
		$words = array(
			'attention'         => __( 'Needs attention', 'artwork-registry-connector' ),
			'held'              => __( 'On hold', 'artwork-registry-connector' ),
			'waiting'           => __( 'Waiting', 'artwork-registry-connector' ),
			'sending'           => __( 'Sending', 'artwork-registry-connector' ),
			'published'         => __( 'Registered', 'artwork-registry-connector' ),
			'published_waiting' => __( 'Registered, change waiting', 'artwork-registry-connector' ),
			'matched'           => __( 'Matched', 'artwork-registry-connector' ),
			'elsewhere'         => __( 'Registered by another profile', 'artwork-registry-connector' ),
			'stopped'           => __( 'Stopped', 'artwork-registry-connector' ),
			'hidden'            => __( 'Hidden', 'artwork-registry-connector' ),
			'private'           => __( 'Private', 'artwork-registry-connector' ),
			'sold'              => __( 'Sold', 'artwork-registry-connector' ),
			'moved'             => __( 'Moved', 'artwork-registry-connector' ),
			'not_shared'        => __( 'Not registered', 'artwork-registry-connector' ),
		);
		return $words[ $view ] ?? $view;
	}

	/** A dashicon's name; the same as in src/work/states.ts. */
	public static function symbol_of( string $view ): string {
		$symbols = array(
			'attention'         => 'warning',
			'held'              => 'controls-pause',
			'waiting'           => 'clock',
			'sending'           => 'update',
			'published'         => 'yes-alt',
			'published_waiting' => 'clock',
			'matched'           => 'admin-links',
			'elsewhere'         => 'admin-links',
			'stopped'           => 'marker',
			'hidden'            => 'hidden',
			'private'           => 'lock',
			'sold'              => 'tag',
			'moved'             => 'migrate',
		);
		return $symbols[ $view ] ?? 'minus';
	}
}
