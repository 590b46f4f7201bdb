<?php
/**
 * The word for each state of a work, as the screens say it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

final class State_Words {
	public static function of( string $view ): string {
		$words = array(
			'attention'         => __( 'Needs attention', 'artwork-registry-connector' ),
			'held'              => __( 'Held', 'artwork-registry-connector' ),
			'waiting'           => __( 'Waiting', 'artwork-registry-connector' ),
			'sending'           => __( 'Sending', 'artwork-registry-connector' ),
			'published'         => __( 'Published', 'artwork-registry-connector' ),
			'published_waiting' => __( 'Published, change waiting', 'artwork-registry-connector' ),
			'matched'           => __( 'Matched', 'artwork-registry-connector' ),
			'elsewhere'         => __( 'Registered by another profile', 'artwork-registry-connector' ),
			'stopped'           => __( 'Stopped', 'artwork-registry-connector' ),
			'hidden'            => __( 'Hidden', 'artwork-registry-connector' ),
			'private'           => __( 'Private', 'artwork-registry-connector' ),
			'sold'              => __( 'Sold', 'artwork-registry-connector' ),
			'moved'             => __( 'Moved', 'artwork-registry-connector' ),
			'not_shared'        => __( 'Not shared', 'artwork-registry-connector' ),
		);
		return $words[ $view ] ?? $view;
	}
}
