<?php
/**
 * What a test site has, without what is another one each time: to compare the ends of two runs of one act.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Table_Columns;
use ArtworkRegistry\Store\Tables;

trait Site_Contents {
	/** Of a row, what is another one each time, or only counts how often something was done. */
	private static $volatile = array(
		'id', 'revision', 'acked_revision', 'changed_at', 'confirmed_revision', 'created_at', 'delivery_id', 'wire_id', 'checked_at', 'asked',
		'received_at', 'seen_at',
		'duplicate_chosen_at', 'cursor_id', 'done', 'issued_at', 'withdrawn_at',
	);
	/** The same of an answer. */
	private static $changing = array(
		'site_id', 'secret', 'former_site_id', 'former_proof', 'nonce', 'expires_at', 'command', 'revision', 'beat', 'time', 'request', 'acked', 'saved', 'stored',
	);

	/** @return array<string, mixed> What WordPress and WooCommerce have of it themselves. */
	private function site(): array {
		global $wpdb;
		$site = array();
		foreach ( array(
			'posts'  => "SELECT ID, post_title, post_name, post_status, post_type, post_parent, post_content FROM $wpdb->posts
				WHERE post_type NOT LIKE 'shop\\_order%' ORDER BY ID",
			'fields' => "SELECT post_id, meta_key, meta_value FROM $wpdb->postmeta WHERE meta_key NOT LIKE '%artwork\\_registry%'
				AND meta_key NOT IN ('_edit_lock', '_wp_trash_meta_time', '_wp_desired_post_slug', '_order_key',
				'_date_paid', '_paid_date', '_date_completed', '_completed_date') ORDER BY post_id, meta_key, meta_id",
			'terms'  => "SELECT object_id, term_taxonomy_id FROM $wpdb->term_relationships ORDER BY 1, 2",
			'orders' => "SELECT id, status, total_amount FROM {$wpdb->prefix}wc_orders ORDER BY id",
			'lines'  => "SELECT order_id, order_item_name FROM {$wpdb->prefix}woocommerce_order_items ORDER BY order_item_id",
		) as $what => $sql ) {
			$site[ $what ] = $wpdb->get_results( $sql, ARRAY_N );
		}
		return $site;
	}

	/** @return array<string, mixed> What the plugin has of it. */
	private function rows(): array {
		global $wpdb;
		$rows = array();
		foreach ( array_keys( Table_Columns::all() ) as $table ) {
			if ( in_array( $table, array( 'nonces', 'days', 'events' ), true ) ) {
				continue;
			}
			foreach ( (array) $wpdb->get_results( 'SELECT * FROM ' . Tables::name( $table ), ARRAY_A ) as $row ) {
				$rows[ $table ][] = array_diff_key( $row, array_flip( self::$volatile ) );
			}
		}
		return $rows;
	}

	/** @return list<string> The activity, without how many works a line is about: a repeat finds those that are left. */
	private function lines(): array {
		global $wpdb;
		return $wpdb->get_col( "SELECT CONCAT_WS(' ', type, external_id) FROM " . Tables::name( 'events' ) );
	}

	/**
	 * Without what is another one each time.
	 *
	 * @param mixed $answer
	 * @return mixed
	 */
	private function plain( $answer ) {
		$data = json_decode( (string) wp_json_encode( $answer ), true );
		if ( ! is_array( $data ) ) {
			return $data;
		}
		array_walk_recursive( $data, static function ( &$value, $key ): void {
			if ( in_array( $key, self::$changing, true ) || ( 'id' === $key && is_int( $value ) ) ) {
				$value = 'x';
			}
		} );
		if ( isset( $data[1]['command'] ) ) {
			$data[1]['code'] = 'x';
		}
		return $data;
	}
}
