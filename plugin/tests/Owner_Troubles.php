<?php
/**
 * What goes wrong in a shop: other plugins, this plugin switched off, tables that are put back, statements that fail. For Random_Owner_Test.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Installation;
use ArtworkRegistry\Listener;
use ArtworkRegistry\Source\Artwork_Post_Type;
use ArtworkRegistry\Store\Tables;

trait Owner_Troubles {
	use Broken_Statements;

	private function do_sql(): void {
		global $wpdb;
		$this->is_silent = true;
		$id = $this->pick();
		switch ( $this->way( 5 ) ) {
			case 1:
				$wpdb->update( $wpdb->posts, array( 'post_title' => 'By SQL ' . mt_rand( 1, 99999 ) ), array( 'ID' => $id ) );
				break;
			case 2:
				$wpdb->update( $wpdb->postmeta, array( 'meta_value' => (string) mt_rand( 100, 9999 ) ), array( 'post_id' => $id, 'meta_key' => '_regular_price' ) );
				break;
			case 3:
				$wpdb->update( $wpdb->posts, array( 'post_status' => array( 'private', 'publish' )[ mt_rand( 0, 1 ) ] ), array( 'ID' => $id ) );
				break;
			case 4:
				if ( 0 === mt_rand( 0, 2 ) ) {
					$wpdb->delete( $wpdb->posts, array( 'ID' => $id ) );
				}
				break;
			default:
				$wpdb->query( "INSERT INTO $wpdb->posts (post_title, post_name, post_status, post_type, post_content, post_excerpt, to_ping, pinged, post_content_filtered,
					post_date, post_date_gmt, post_modified, post_modified_gmt)
					SELECT 'Inserted', CONCAT(post_name, '-inserted'), 'publish', post_type, '', '', '', '', '', post_date, post_date_gmt, post_modified, post_modified_gmt
					FROM $wpdb->posts WHERE ID = $id" );
				$new = (int) $wpdb->insert_id;
				if ( $new > 0 ) {
					$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) SELECT $new, meta_key, meta_value FROM $wpdb->postmeta
						WHERE post_id = $id AND meta_key IN ('_regular_price', '_price', '_manage_stock', '_sold_individually', '_stock_status', '_product_attributes')" );
					$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES ($new, '_stock', '1')" );
					$wpdb->query(
						"INSERT INTO $wpdb->term_relationships (object_id, term_taxonomy_id)
						SELECT $new, term_taxonomy_id FROM $wpdb->term_relationships WHERE object_id = $id"
					);
				}
		}
	}

	/** A callback of another plugin throws in the middle of a save. */
	private function do_throw(): void {
		$this->thrower = $this->pick();
		$this->set_props( $this->thrower, array( 'name' => 'Half saved ' . mt_rand( 1, 99999 ) ) );
	}

	public function throw_for_one( int $id ): void {
		if ( $id === $this->thrower ) {
			throw new \DomainException( 'Another plugin.' );
		}
	}

	/** Code of another plugin throws when one work is read; the next time it is mended. */
	private function do_break(): void {
		$is_broken           = array() !== $this->model->broken;
		$this->unheard      += $this->model->broken;
		$this->model->broken = $is_broken ? array() : array( $this->pick() => true );
		remove_filter( 'artwork_registry_field_title', array( $this, 'break_one' ) );
		if ( ! $is_broken ) {
			add_filter( 'artwork_registry_field_title', array( $this, 'break_one' ), 10, 2 );
		}
	}

	/**
	 * @param mixed $title
	 * @return mixed
	 */
	public function break_one( $title, \WP_Post $post ) {
		if ( isset( $this->model->broken[ $post->ID ] ) ) {
			throw new \DomainException( 'Another plugin.' );
		}
		return $title;
	}

	private function do_switch(): void {
		if ( $this->removed ) {
			$this->switch_on();
			return;
		}
		Installation::deactivate();
		foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
			foreach ( $hook->callbacks as $priority => $callbacks ) {
				foreach ( $callbacks as $callback ) {
					if ( $callback['function'] instanceof Listener ) {
						$this->removed[] = array( $name, $callback['function'], $priority, $callback['accepted_args'] );
					}
				}
			}
		}
		$this->new_rest_server();
		foreach ( $this->removed as list( $name, $callback, $priority ) ) {
			remove_filter( $name, $callback, $priority );
		}
	}

	private function switch_on(): void {
		if ( $this->removed ) {
			foreach ( $this->removed as list( $name, $callback, $priority, $arguments ) ) {
				add_filter( $name, $callback, $priority, $arguments );
			}
			$this->removed = array();
			$this->new_rest_server();
			Installation::activate();
			Artwork_Post_Type::register();
		}
	}

	/** Each request makes its own, with the routes of the plugins that are on. */
	private function new_rest_server(): void {
		$GLOBALS['wp_rest_server'] = null;
	}

	/** @return list<string> */
	private function tables( string $kind ): array {
		global $wpdb;
		return 'all' !== $kind ? array( Tables::name( $kind ) ) : array_merge(
			Tables::names(),
			array( $wpdb->posts, $wpdb->postmeta, $wpdb->term_relationships, $wpdb->term_taxonomy, $wpdb->terms, $wpdb->options ),
			array_map( static function ( string $name ) use ( $wpdb ): string {
				return $wpdb->prefix . $name;
			}, array(
				'wc_orders', 'wc_orders_meta', 'wc_order_operational_data', 'wc_order_addresses', 'woocommerce_order_items',
				'woocommerce_order_itemmeta', 'wc_product_meta_lookup',
			) )
		);
	}

	private function of_this_site( string $table ): string {
		global $wpdb;
		return $table === $wpdb->options ? " WHERE option_name LIKE 'artwork\\_registry%'" : '';
	}

	private function make_copy( string $kind ): void {
		global $wpdb;
		foreach ( $this->tables( $kind ) as $table ) {
			$this->copies[ $kind ][ $table ] = (array) $wpdb->get_results( "SELECT * FROM $table" . $this->of_this_site( $table ), ARRAY_A );
		}
		$this->then[ $kind ] = array( 'model' => clone $this->model, 'beat' => $this->service->beat );
	}

	/** A table of ours, or the whole site, is put back from a copy of some steps ago. */
	private function do_restore(): void {
		$this->put_back( array( 'outbox', 'status', 'all' )[ mt_rand( 0, 2 ) ] );
	}

	private function put_back( string $kind ): void {
		global $wpdb;
		if ( 'all' === $kind && $this->service->seen['beat'] <= $this->then['all']['beat'] + 8 ) {
			// Too fresh to be told from a database that is a little behind.
			$kind = 'outbox';
		}
		$this->fault  = null;
		$this->doing .= " of $kind";
		foreach ( $this->copies[ $kind ] as $table => $rows ) {
			$wpdb->query( "DELETE FROM $table" . $this->of_this_site( $table ) );
			foreach ( array_chunk( $rows, 100 ) as $some ) {
				$values = array();
				foreach ( $some as $row ) {
					$values[] = '(' . implode( ',', array_map( static function ( $value ) use ( $wpdb ): string {
						return null === $value ? 'NULL' : "'" . $wpdb->remove_placeholder_escape( esc_sql( $value ) ) . "'";
					}, $row ) ) . ')';
				}
				$wpdb->query( "INSERT INTO $table (" . implode( ',', array_keys( $some[0] ) ) . ') VALUES ' . implode( ',', $values ) );
				if ( '' !== $wpdb->last_error ) {
					throw new \LogicException( "The copy of $table: $wpdb->last_error" );
				}
			}
		}
		if ( 'status' === $kind ) {
			// What the service has had counts as chosen where the copy has no row of it.
			$told                    = array_fill_keys( array_keys( $this->service->acked ), Owner_Model::REGISTERED );
			$this->model->choices    = $this->then['status']['model']->choices + $told;
			$this->has_older_choices = true;
		} elseif ( 'all' === $kind ) {
			$broken              = $this->model->broken;
			$this->model         = clone $this->then['all']['model'];
			$this->model->broken = $broken;
			$this->orders_of     = array_filter( $this->orders_of, static function ( int $order_id ): bool {
				return false !== wc_get_order( $order_id );
			}, ARRAY_FILTER_USE_KEY );
			wp_cache_flush();
			$this->service->turn( true, static function (): void {} );
			if ( ! $this->removed && ! $this->service->doubt ) {
				$this->wrong[] = "$this->doing: it was not noticed";
			}
		}
		$this->roll_back();
	}

	/** @return list<string> Tables that changes of works are noted in, or read from. */
	private function tables_asked(): array {
		global $wpdb;
		$own = array_map( array( Tables::class, 'name' ), array( 'outbox', 'status', 'jobs' ) );
		return array_merge( $own, array( $wpdb->options, $wpdb->posts, $wpdb->postmeta, $wpdb->terms, $wpdb->term_relationships ) );
	}

	/** @return array{kind: string, whose: string, at: int, on: string, lasts: bool}|null */
	private function next_fault( bool $is_service ): ?array {
		$chance = mt_rand( 1, 14 );
		if ( $chance > 4 ) {
			return null;
		}
		$fault = array(
			'kind'  => array( 'table', 'signal', 'kill' )[ mt_rand( 0, 2 ) ],
			'whose' => 1 === $chance ? 'any' : 'own',
			// A call of the service has many more of them than a save.
			'at'    => 1 === $chance || $is_service ? mt_rand( 1, 60 ) : mt_rand( 1, mt_rand( 1, 8 ) ),
			'on'    => '',
			'lasts' => false,
		);
		if ( $chance < 4 ) {
			return $fault;
		}
		$fault['on'] = $this->tables_asked()[ mt_rand( 0, count( $this->tables_asked() ) - 1 ) ];
		$fault['at'] = mt_rand( 1, 3 );
		// A broken table, to the end of the request.
		$fault['lasts'] = 'kill' !== $fault['kind'] && 0 === mt_rand( 0, 1 );
		return $fault;
	}

	/** The n-th statement fails, or each from the n-th on. */
	public function break_statement( string $sql ): string {
		if ( null === $this->fault || ! $this->is_watching ) {
			return $sql;
		}
		if ( 'own' === $this->fault['whose'] && ! $this->is_asked_by_us() ) {
			return $sql;
		}
		if ( '' !== $this->fault['on'] && 1 !== preg_match( "/\\b{$this->fault['on']}\\b/", $sql ) ) {
			return $sql;
		}
		if ( --$this->fault['at'] > 0 ) {
			return $sql;
		}
		$kind             = $this->fault['kind'];
		$this->is_cut     = $this->is_cut || 'any' === $this->fault['whose'];
		$this->fault      = $this->fault['lasts'] ? $this->fault : null;
		$this->has_failed = true;
		++$this->failures;
		return $this->broken( $sql, $kind );
	}
}
