<?php
/**
 * A test with a mapping of the post type "artwork".
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Orders\Mapping_Orders;
use ArtworkRegistry\Store\Outbox;
use ArtworkRegistry\Store\Status;
use ArtworkRegistry\Sync\Change_Collector;
use ArtworkRegistry\Sync\Change_Page;
use WP_REST_Request;
use WP_REST_Response;

abstract class Mapping_Case extends Wordpress_Case {
	/** @param array<string, mixed> ...$steps */
	protected function map( string $field, array ...$steps ): void {
		$this->map_fields( array( $field => array( 'steps' => $steps ) ) );
	}

	/** @param array<string, mixed> $fields */
	protected function map_fields( array $fields, string $source = 'artwork' ): void {
		$this->assertSame( array(), Mapping_Orders::save( array( $source => $fields ) ) );
	}

	/** @return array<string, mixed> */
	protected function meta( string $key ): array {
		return array( 'from' => 'meta', 'key' => $key );
	}

	/** @return array<string, mixed> What the sync service is told of a chosen work now. */
	protected function change_of( int $id ): array {
		Change_Collector::flush();
		Status::choose( array( $id ), Status::CHOSEN );
		Outbox::touch( array( $id => 'artwork' ) );
		foreach ( Change_Page::read( 50 )['changes'] as $change ) {
			if ( (string) $id === $change['external_id'] ) {
				return $change;
			}
		}
		$this->fail( 'The work is not in the page.' );
	}

	/** @param array<string, mixed> $params */
	protected function rest( string $method, string $path, array $params = array() ): WP_REST_Response {
		$request = new WP_REST_Request( $method, '/artwork-registry/v1/screen/' . $path );
		foreach ( $params as $name => $value ) {
			$request->set_param( $name, $value );
		}
		return rest_do_request( $request );
	}
}
