<?php
/**
 * Each statement of ours fails once, by a real failure, in all that changes a work, in each route, cron job and order hook. After it WordPress
 * and the callbacks of others have done their part, the answer is an error in our words or whole, nothing left the registry, and what was
 * missed arrives: by itself after a save, by a repeat of what was refused. With ARTWORK_REGISTRY_LONG=1 (`npm run test:long`) each of them
 * fails by an error, and a third by a lost connection, else one of each act; TURN chooses others, and ACT the acts with these words in their names.
 * One of each act is over where the site is an hour later as it would be; the others, and those of the long form, are read for two hours and once more.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Tests\Woocommerce;

use ArtworkRegistry\Clock;
use ArtworkRegistry\Listener;
use ArtworkRegistry\Protocol\Daemon_Api;
use ArtworkRegistry\Tests\Broken_Statements;
use ArtworkRegistry\Tests\Failing_Abilities;
use ArtworkRegistry\Tests\Failing_Acts;
use ArtworkRegistry\Tests\Reading_Service;
use ArtworkRegistry\Tests\Shelves_Case;
use ArtworkRegistry\Tests\Shop_Requests;
use ArtworkRegistry\Tests\Site_Contents;
use ArtworkRegistry\Tests\Table_Copies;
use ArtworkRegistry\Tests\Woocommerce_Case;

final class Failing_Statements_Test extends Woocommerce_Case {
	use Broken_Statements;
	use Failing_Abilities;
	use Failing_Acts;
	use Shelves_Case;
	use Shop_Requests;
	use Site_Contents;
	use Table_Copies;

	/** Acts that are asked for an answer. */
	private const ANSWERED = array( 'screens', 'calls_of_service', 'abilities' );
	private const GROUP = 'aaaaaaaaaaaaaaaa';
	/** A word in the name of an act → works that the service holds, or the registry refuses, until their owner has done this. */
	private const SETTLED = array(
		'duplicates' => array( 'held_one', 'held_two' ),
		'removal'    => array( 'leaving' ),
		'retry'      => array( 'refused' ),
		'fix'        => array( 'refused' ),
	);
	/** @var array{site_id: string, secret: string} */
	private $pairing;
	/** @var Reading_Service */
	private $service;
	/** @var int */
	private $now;
	/** @var bool Whether an act runs. */
	private $is_watching = false;
	/** @var list<string> Statements of ours in this act. */
	private $statements = array();
	/** @var array{at: int, kind: string}|null The one that is to fail. */
	private $fault;
	/** @var array<string, array{0: int, 1: int}> Hook → how often the first and the last callback of others ran. */
	private $heard = array();
	/** @var list<string> */
	private $listened = array();
	/** @var list<string> What other code was told of works on their way, and of what they hold. */
	private $announced = array();
	/** @var list<array{0: string, 1: \Closure, 2: int}> */
	private $counters = array();
	/** @var list<string> */
	private $wrong = array();
	/** @var int Failures of statements that did not come, because WordPress had kept what it read. */
	private $missed = 0;
	/** @var int */
	private $tried = 0;
	/** @var string */
	private $doing = '';

	public function test_each_statement_of_ours_fails_once_and_nothing_is_lost_or_half_told(): void {
		global $wpdb;
		if ( 'WP_SQLite_DB' === get_class( $wpdb ) ) {
			$this->assertSame( '1', (string) $wpdb->get_var( 'SELECT 1' ), 'a file has no connection to lose' );
			return;
		}
		$wpdb->suppress_errors( true );
		$this->now = time();
		Clock::freeze( $this->now );
		$this->administrator = $this->user( 'administrator' );
		$this->begin_request();
		$this->service = new Reading_Service(
			function ( string $name, array $data ): array {
				$answer = Daemon_Api::answer( $this->signed( $this->pairing, $name, $data ), true );
				return array( $answer->status, (array) json_decode( $answer->body, true ) );
			},
			static function (): void {}
		);
		$this->open_gallery();
		$this->listen();
		add_filter( 'query', array( $this, 'break_statement' ), 1000 );
		$this->copy_tables();
		$this->assertSame( array(), $this->routes_without_an_act() );
		$lines = array();
		foreach ( array( 'saves', 'orders', 'cron_jobs', 'calls_of_service', 'screens', 'abilities' ) as $kind ) {
			$lines[] = $this->try_all( $kind );
		}
		fwrite( STDOUT, "\n" . implode( "\n", $lines ) . "\n" );
		$this->assertSame( array(), $this->wrong );
		$this->assertGreaterThan( 0, $this->tried );
		$this->assertLessThan( 0.05, $this->missed / $this->tried, "$this->missed of $this->tried statements did not come" );
	}

	protected function tearDown(): void {
		$this->fault = null;
		remove_filter( 'query', array( $this, 'break_statement' ), 1000 );
		foreach ( $this->counters as list( $hook, $count, $priority ) ) {
			remove_filter( $hook, $count, $priority );
		}
		if ( $this->sums ) {
			$this->put_tables_back();
			$this->drop_copies();
		}
		$this->begin_request();
		parent::tearDown();
		$GLOBALS['wpdb']->suppress_errors( false );
	}

	/** @return list<string> Routes of the screens that are missing here. */
	private function routes_without_an_act(): array {
		$there = array();
		foreach ( rest_get_server()->get_routes( 'artwork-registry/v1' ) as $path => $handlers ) {
			$name = (string) preg_replace( '/\(\?P<(\w+)>[^()]*\)/', '{$1}', substr( $path, strlen( '/artwork-registry/v1' ) ) );
			foreach ( 0 === strpos( $name, '/screen/' ) ? $handlers : array() as $handler ) {
				foreach ( array_keys( $handler['methods'] ) as $method ) {
					$there[] = "$method $name";
				}
			}
		}
		$acts = array_map( static function ( string $name ): string {
			return explode( ', ', $name )[0];
		}, array_keys( $this->screens() ) );
		return array_values( array_diff( $there, $acts ) );
	}

	/** @return string What was tried. */
	private function try_all( string $kind ): string {
		$is_long    = self::is_long();
		$turn       = (int) getenv( 'TURN' );
		$words      = (string) getenv( 'ACT' );
		$acts       = 0;
		$statements = 0;
		$tried      = $this->tried;
		foreach ( $this->$kind() as $name => $act ) {
			if ( '' !== $words && false === strpos( $name, $words ) ) {
				continue;
			}
			$known       = count( $this->wrong );
			$well        = $this->run_act( $name, $kind, $act, null, $is_long );
			$count       = count( $this->statements );
			$statements += $count;
			++$acts;
			foreach ( $this->faults( $count, $is_long, $turn + $acts ) as $fault ) {
				++$this->tried;
				$found = $this->run_act( $name, $kind, $act, $fault, $is_long, $well );
				if ( ! $is_long && ! $this->is_as_well( $found, $well ) ) {
					// It may need more than an hour.
					$well  = $this->run_act( $name, $kind, $act, null, true );
					$found = $this->run_act( $name, $kind, $act, $fault, true, $well );
				}
				$this->judge_end( $found, $well );
			}
			if ( $is_long ) {
				fwrite( STDOUT, "$name: $count\n" . implode( "\n", array_slice( $this->wrong, $known ) ) . "\n" );
			}
		}
		return sprintf( '%-18s %3d acts, %4d statements, %4d failures', strtr( $kind, '_', ' ' ), $acts, $statements, $this->tried - $tried );
	}

	/** @return list<array{at: int, kind: string}> */
	private function faults( int $statements, bool $is_long, int $turn ): array {
		$faults = array();
		for ( $at = 1; $at <= $statements; $at++ ) {
			$error = array( 'table', 'signal' )[ $at % 2 ];
			foreach ( 0 === ( $at + $turn ) % 3 ? array( $error, 'kill' ) : array( $error ) as $kind ) {
				$faults[] = array( 'at' => $at, 'kind' => $kind );
			}
		}
		return $is_long || ! $faults ? $faults : array( $faults[ $turn * 7 % count( $faults ) ] );
	}

	/**
	 * @param array{0: callable(): mixed, 1?: callable(): mixed} $act
	 * @param array{at: int, kind: string}|null                  $fault
	 * @param bool                                               $is_long Two hours pass, not one, and the service reads all works again.
	 * @param array<string, mixed>                               $well    What comes of it where nothing fails.
	 * @return array<string, mixed>
	 */
	private function run_act( string $name, string $kind, array $act, ?array $fault, bool $is_long, array $well = array() ): array {
		$this->put_tables_back();
		Clock::freeze( $this->now );
		$service = clone $this->service;
		foreach ( self::SETTLED as $word => $works ) {
			if ( false !== strpos( $name, $word ) && false === strpos( $name, 'in review' ) ) {
				$service->held = array_values( array_diff( $service->held, array_intersect_key( $this->at, array_flip( $works ) ) ) );
			}
		}
		$this->begin_request();
		$this->made = isset( $act[1] ) ? $act[1]() : null;
		$this->begin_request();
		$this->fault      = $fault;
		$this->statements = array();
		$this->heard      = array();
		$this->announced  = array();
		$this->doing      = $name . ( null === $fault ? '' : " without statement {$fault['at']} ({$fault['kind']})" );

		list( $answer, $broken ) = $this->watched( $act[0] );
		$found = array( 'answer' => $this->plain( $answer ), 'heard' => $this->heard, 'announced' => $this->announced, 'site' => $this->site() );
		if ( null === $fault && in_array( $kind, self::ANSWERED, true ) && 200 !== $answer[0] ) {
			$this->wrong[] = "$name is answered " . wp_json_encode( $answer );
		}
		if ( null !== $fault ) {
			$this->doing .= ': ' . substr( (string) preg_replace( '/\s+/', ' ', $broken ), 0, 110 );
			$this->missed += '' === $broken ? 1 : 0;
			$this->judge( $kind, $found, $well );
		}
		if ( null !== $fault && in_array( $kind, self::ANSWERED, true ) && $found['answer'] !== $well['answer'] ) {
			$this->begin_request();
			list( $again ) = $this->watched( $act[0] );
			// What was done the first time is not there to be done again, and the answer may say so.
			$code = $again[1]['code'] ?? $again[1]['error']['code'] ?? '';
			// A code of a pairing that was stored is spent where the connection is lost behind that.
			$is_spent = 'kill' === $fault['kind'] && 'pairing_refused' === $code;
			if ( 200 !== $again[0] && 'artwork_registry_no_group' !== $code && ! $is_spent ) {
				$this->blame( 'a repeat is answered', $this->plain( $again ), $well['answer'] );
			}
		}
		if ( 0 === strpos( $name, 'GET ' ) ) {
			// A screen that only shows.
			return $found;
		}
		$this->let_hours_pass( $service, $is_long ? 2 : 1 );
		$found['known'] = $service->works;
		if ( $is_long ) {
			// Told of all works again, a real service holds and refuses as before; this one does not.
			$service->ask_again( 'all' );
			$this->let_service_read( $service );
		}
		$found['rows']  = $this->rows();
		$found['lines'] = $this->lines();
		remove_all_filters( 'pre_http_request' );
		return $found;
	}

	/**
	 * PHPUnit makes an exception of each warning. On a site WordPress continues after its own, as where it cannot read again the post that it
	 * has just saved; one of ours is a fault.
	 */
	public function judge_warning( int $level, string $message, string $file, int $line ): bool {
		if ( 0 !== strpos( $file, dirname( __DIR__, 2 ) . '/includes/' ) || 0 === ( error_reporting() & $level ) ) {
			return true;
		}
		throw new \ErrorException( $message, 0, $level, $file, $line );
	}

	/** @return array{0: mixed, 1: string} The answer, and the statement that failed. */
	private function watched( callable $act ): array {
		$answer            = null;
		$at                = $this->fault['at'] ?? 0;
		$this->is_watching = true;
		set_error_handler( array( $this, 'judge_warning' ) );
		try {
			$this->safely( static function () use ( $act, &$answer ): void {
				$answer = $act();
			} );
			$this->end_request();
		} finally {
			restore_error_handler();
		}
		$this->is_watching = false;
		$this->fault       = null;
		return array( $answer, $this->statements[ $at - 1 ] ?? '' );
	}

	/**
	 * @param array<string, mixed> $found
	 * @param array<string, mixed> $well
	 */
	private function judge( string $kind, array $found, array $well ): void {
		foreach ( $found['heard'] as $hook => list( $first, $last ) ) {
			if ( $first !== $last ) {
				$this->wrong[] = "$this->doing: $hook was heard $first times by the first and $last times by the last";
			}
		}
		$other = array_values( array_diff( $found['announced'], $well['announced'] ) );
		if ( $other ) {
			$this->blame( 'other code is told', $other, array() );
		}
		if ( in_array( $kind, self::ANSWERED, true ) ) {
			if ( $found['answer'] !== $well['answer'] && ! $this->is_error_of_ours( $found['answer'] ) ) {
				$this->blame( 'the answer is', $found['answer'], $well['answer'] );
			}
			return;
		}
		foreach ( array( 'answer', 'site' ) as $what ) {
			if ( $found[ $what ] !== $well[ $what ] ) {
				$this->blame( "the shop's own: $what", $found[ $what ], $well[ $what ] );
			}
		}
	}

	/** @param mixed $answer */
	private function is_error_of_ours( $answer ): bool {
		$status = $answer[0] ?? 0;
		$code   = $answer[1]['code'] ?? $answer[1]['error']['code'] ?? '';
		if ( 403 === $status && 'artwork_registry_unreadable' === $code ) {
			// The right to a work could not be read; the status is WordPress's.
			return true;
		}
		return in_array( $status, array( 500, 503 ), true ) && ( 0 === strpos( $code, 'artwork_registry_' ) || 'internal_error' === $code );
	}

	/**
	 * @param mixed $is
	 * @param mixed $should
	 */
	private function blame( string $what, $is, $should ): void {
		$this->wrong[] = "$this->doing: $what " . $this->difference( $is, $should );
	}

	/**
	 * @param mixed $is
	 * @param mixed $should
	 */
	private function difference( $is, $should, string $at = '' ): string {
		if ( ! is_array( $is ) || ! is_array( $should ) ) {
			$short = static function ( $value ): string {
				return substr( (string) wp_json_encode( $value ), 0, 200 );
			};
			return $is === $should ? '' : "$at: " . $short( $is ) . ' instead of ' . $short( $should ) . '; ';
		}
		$text = '';
		foreach ( array_unique( array_merge( array_keys( $is ), array_keys( $should ) ) ) as $key ) {
			$text .= $this->difference( $is[ $key ] ?? null, $should[ $key ] ?? null, "$at.$key" );
		}
		return $text;
	}

	/**
	 * Whether the site and the service are where they would be if nothing had failed. A screen that only shows leaves them there.
	 *
	 * @param array<string, mixed> $found
	 * @param array<string, mixed> $well
	 */
	private function is_as_well( array $found, array $well ): bool {
		return ! isset( $well['rows'] ) || array( $found['known'], $found['rows'] ) === array( $well['known'], $well['rows'] );
	}

	/**
	 * @param array<string, mixed> $found
	 * @param array<string, mixed> $well
	 */
	private function judge_end( array $found, array $well ): void {
		foreach ( isset( $well['rows'] ) ? array( 'known', 'rows' ) : array() as $what ) {
			if ( $found[ $what ] !== $well[ $what ] ) {
				$this->blame( "in the end, $what", $found[ $what ], $well[ $what ] );
			}
		}
		// A line of what was refused in the middle may be missing, but none tells of more.
		$more = array_values( array_diff( $found['lines'] ?? array(), $well['lines'] ?? array() ) );
		if ( $more ) {
			$this->blame( 'the activity', $more, array() );
		}
	}

	/** The service reads, and pages of the shop are opened. */
	private function let_hours_pass( Reading_Service $service, int $hours ): void {
		for ( $n = 1; $n <= $hours; $n++ ) {
			Clock::freeze( Clock::now() + 3700 );
			$this->begin_request();
			$this->end_request();
			$this->let_service_read( $service );
		}
	}

	private function let_service_read( Reading_Service $service ): void {
		$service->turn( true, static function (): void {} );
	}

	/** Others have a callback before and behind all of ours. */
	private function listen(): void {
		foreach ( array( 'artwork_registry_before_register', 'artwork_registry_leaving' ) as $action ) {
			$note = function ( ...$said ) use ( $action ): void {
				$this->announced[] = $action . wp_json_encode( $said );
			};
			add_action( $action, $note, 10, 2 );
			$this->counters[] = array( $action, $note, 10 );
		}
		foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
			foreach ( $hook->callbacks as $callbacks ) {
				foreach ( $callbacks as $callback ) {
					if ( $callback['function'] instanceof Listener && 'shutdown' !== $name && ! in_array( $name, $this->listened, true ) ) {
						$this->listened[] = (string) $name;
					}
				}
			}
		}
		foreach ( $this->listened as $hook ) {
			foreach ( array( PHP_INT_MIN, PHP_INT_MAX ) as $end => $priority ) {
				// Not by current_filter(), which is wrong after an exception has passed through another hook.
				$count = function ( $value = null ) use ( $hook, $end ) {
					if ( $this->is_watching ) {
						$this->heard += array( $hook => array( 0, 0 ) );
						++$this->heard[ $hook ][ $end ];
					}
					return $value;
				};
				add_filter( $hook, $count, $priority );
				$this->counters[] = array( $hook, $count, $priority );
			}
		}
	}

	public function break_statement( string $sql ): string {
		$has_failed = null !== $this->fault && count( $this->statements ) >= $this->fault['at'];
		if ( ! $this->is_watching || $has_failed || ! $this->is_asked_by_us() ) {
			return $sql;
		}
		$this->statements[] = $sql;
		if ( null === $this->fault || count( $this->statements ) !== $this->fault['at'] ) {
			return $sql;
		}
		return $this->broken( $sql, $this->fault['kind'] );
	}

	protected function safely( callable $act ): void {
		try {
			$act();
		} catch ( \PHPUnit\Framework\Exception $failed ) {
			throw $failed;
		} catch ( \Throwable $error ) {
			$this->wrong[] = "$this->doing: " . get_class( $error ) . ' ' . $error->getMessage() . ' in ' . $error->getFile() . ':' . $error->getLine();
		}
	}
}
