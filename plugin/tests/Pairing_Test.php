<?php
/**
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Protocol\Daemon_Api;
use ArtworkRegistry\Protocol\Pairing;
use ArtworkRegistry\Protocol\Signature;
use ArtworkRegistry\Store\Connection;

final class Pairing_Test extends Wordpress_Case {
	public function test_a_code_works_once_and_in_any_spelling(): void {
		$code   = Pairing::new_code()['code'];
		$this->assertMatchesRegularExpression( '/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/', $code );
		$typed  = ' ' . strtolower( strtr( str_replace( '-', ' ', $code ), '01', 'Ol' ) );
		$answer = $this->call_unsigned( 'pair', array( 'code' => $typed ) );
		$this->assertSame( 200, $answer[0] );
		$this->assertSame( 32, strlen( (string) base64_decode( $answer[1]['secret'], true ) ) );
		$this->assertSame( 'pairing_refused', $this->call_unsigned( 'pair', array( 'code' => $code ) )[1]['error']['code'] );
	}

	public function test_a_second_sync_service_that_used_a_code_is_expected_beside_the_first_one(): void {
		$first = $this->pair();
		wp_set_current_user( $this->user( 'administrator' ) );
		$second = $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1];
		$shown  = $this->screen( 'GET', 'overview' )->get_data()['connection'];
		$this->assertSame( array( true, true, $first['site_id'] ), array( $shown['is_paired'], $shown['is_pending'], $shown['site_id'] ) );
		$this->call( $second, 'poll' );
		$shown = $this->screen( 'GET', 'overview' )->get_data()['connection'];
		$this->assertSame( array( true, false, $second['site_id'] ), array( $shown['is_paired'], $shown['is_pending'], $shown['site_id'] ) );
		$this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) );
		Clock::freeze( Clock::now() + Connection::CODE_SECONDS );
		$this->assertFalse( $this->screen( 'GET', 'overview' )->get_data()['connection']['is_pending'], 'one that never calls is not awaited for ever' );
	}

	public function test_a_new_pairing_proves_with_the_former_secret_that_it_continues_it(): void {
		$first = $this->pair();
		$code  = Pairing::new_code()['code'];
		$next  = $this->call_unsigned( 'pair', array( 'code' => $code ) )[1];
		$said  = $next['site_id'] . "\n" . $next['secret'] . "\n" . $code;
		$route = '/artwork-registry/v1/daemon/pair';
		$this->assertSame( $first['site_id'], $next['former_site_id'] );
		$this->assertSame( Signature::sign( $first['secret'], Signature::TO_DAEMON, 'PAIR', $route, $first['site_id'], 0, '', $said ), $next['former_proof'] );
	}

	public function test_a_first_pairing_continues_none(): void {
		$answer = $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1];
		$this->assertSame( array( null, null ), array( $answer['former_site_id'], $answer['former_proof'] ) );
	}

	/**
	 * @testWith [""]
	 *           ["/cms"]
	 */
	public function test_a_wordpress_says_in_which_folder_its_admin_ajax_is( string $folder ): void {
		$path = wp_parse_url( site_url(), PHP_URL_PATH ) . "$folder/wp-admin/admin-ajax.php";
		$own = static function ( string $url ) use ( $folder ): string {
			return $url . $folder;
		};
		// After the constant of wp-config.php.
		add_filter( 'option_siteurl', $own, 20 );
		try {
			$this->assertNull( wp_parse_url( home_url(), PHP_URL_PATH ), 'visitors see the shop in no folder' );
			$pairing = $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1];
			$this->assertSame( $path, $pairing['ajax_path'] );
			$this->assertSame( $path, $this->call( $pairing, 'poll' )[1]['ajax_path'] );
		} finally {
			remove_filter( 'option_siteurl', $own, 20 );
		}
	}

	public function test_five_wrong_tries_cancel_the_code(): void {
		$code = Pairing::new_code()['code'];
		for ( $try = 1; $try <= 5; $try++ ) {
			$this->assertSame( 403, $this->call_unsigned( 'pair', array( 'code' => 'WRNG-WRNG' ) )[0] );
		}
		$this->assertSame( 403, $this->call_unsigned( 'pair', array( 'code' => $code ) )[0] );
	}

	public function test_four_wrong_tries_do_not(): void {
		$code = Pairing::new_code()['code'];
		for ( $try = 1; $try <= 4; $try++ ) {
			$this->call_unsigned( 'pair', array( 'code' => 'WRNG-WRNG' ) );
		}
		$this->assertSame( 200, $this->call_unsigned( 'pair', array( 'code' => $code ) )[0] );
	}

	public function test_a_code_expires_after_ten_minutes(): void {
		Clock::freeze( 1700000000 );
		$code = Pairing::new_code()['code'];
		Clock::freeze( 1700000601 );
		$this->assertSame( 403, $this->call_unsigned( 'pair', array( 'code' => $code ) )[0] );
	}

	public function test_pairing_needs_https_or_the_machine_itself(): void {
		$code   = Pairing::new_code()['code'];
		$answer = $this->call_unsigned( 'pair', array( 'code' => $code ), false );
		$this->assertSame( array( 403, 'https_required' ), array( $answer[0], $answer[1]['error']['code'] ) );
	}

	public function test_an_older_pairing_holds_until_the_new_one_has_polled(): void {
		$old  = $this->pair();
		$new  = $this->call_unsigned( 'pair', array( 'code' => Pairing::new_code()['code'] ) )[1];
		$this->assertSame( 200, $this->call( $old, 'poll' )[0] );
		$this->assertSame( 401, Daemon_Api::answer( $this->signed( $new, 'changes' ), true )->status );
		$this->assertSame( 200, $this->call( $new, 'poll' )[0] );
		$this->assertSame( 401, Daemon_Api::answer( $this->signed( $old, 'poll' ), true )->status );
		$this->assertSame( $new['site_id'], Connection::find()['site_id'] );
	}
}
