<?php
/** Whether a look at the values of the whole site is slow here is known by its time, not by a count that somebody asked for. */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Slow_Looks;
use ArtworkRegistry\Store\Sql;

final class Slow_Looks_Test extends Wordpress_Case {
	private function look( float $seconds ): void {
		Slow_Looks::run( Slow_Looks::SKUS, fn() => usleep( (int) ( 1_000_000 * $seconds ) ) );
	}

	public function test_a_look_that_takes_long_is_slow_until_it_is_quick_again(): void {
		$this->look( 0.0 );
		$this->assertFalse( Slow_Looks::is_slow( Slow_Looks::SKUS ) );
		$this->look( 0.15 );
		$this->assertTrue( Slow_Looks::is_slow( Slow_Looks::SKUS ) );
		$this->assertFalse( Slow_Looks::is_slow( Slow_Looks::PICTURES ), 'each by itself' );
		$this->look( 0.08 );
		$this->assertTrue( Slow_Looks::is_slow( Slow_Looks::SKUS ), 'a little quicker changes nothing' );
		$this->look( 0.0 );
		$this->assertFalse( Slow_Looks::is_slow( Slow_Looks::SKUS ) );
	}

	public function test_a_look_that_fails_is_told_and_says_nothing_about_speed(): void {
		$this->look( 0.15 );
		try {
			Slow_Looks::run( Slow_Looks::SKUS, fn() => Sql::rows_of( 'SELECT nothing FROM no_such_table' ) );
			$this->fail( 'The look was to fail.' );
		} catch ( Read_Failed $failed ) {
			$this->assertTrue( Slow_Looks::is_slow( Slow_Looks::SKUS ) );
		}
	}

	public function test_an_option_that_something_else_has_spoilt_means_that_no_look_is_slow(): void {
		foreach ( array( '', 'skus', array( 7, array( 'skus' ) ), null ) as $spoilt ) {
			update_option( 'artwork_registry_slow_looks', $spoilt );
			$this->assertFalse( Slow_Looks::is_slow( Slow_Looks::SKUS ) );
			$this->look( 0.15 );
			$this->assertTrue( Slow_Looks::is_slow( Slow_Looks::SKUS ) );
		}
	}

	public function test_a_look_that_is_quick_again_is_stored_although_only_an_object_cache_knew_it(): void {
		global $wpdb;
		$this->look( 0.15 );
		$wpdb->delete( $wpdb->options, array( 'option_name' => 'artwork_registry_slow_looks' ) );
		$this->look( 0.0 );
		$this->assertSame( array(), Sql::option( 'artwork_registry_slow_looks' ) );
	}

	public function test_whether_looks_are_slow_costs_no_query(): void {
		wp_cache_flush();
		get_option( 'siteurl' );
		$queries = $GLOBALS['wpdb']->num_queries;
		$this->assertFalse( Slow_Looks::is_slow( Slow_Looks::SKUS ) || Slow_Looks::is_slow( Slow_Looks::PICTURES ) );
		$this->assertSame( $queries, $GLOBALS['wpdb']->num_queries );
	}
}
