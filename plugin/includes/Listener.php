<?php
/**
 * A callback of this plugin on a hook of WordPress or of another plugin. What fails in it is logged and ends there: a save, a checkout
 * or a page of the gallery must not fail because of us, and the callbacks of others run. A value that comes to a filter in another
 * form than WordPress documents is passed on as it came.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Listener {
	/** @var bool */
	private static $is_off = false;
	/** @var callable&array{class-string, string} */
	private $callback;
	/** @var callable|null */
	private $guard;

	/** @param callable&array{class-string, string} $callback */
	private function __construct( array $callback, ?callable $guard ) {
		$this->callback = $callback;
		$this->guard    = $guard;
	}

	/**
	 * @param callable&array{class-string, string}                  $callback
	 * @param (callable(callable(): mixed, list<mixed>): mixed)|null $guard Runs the callback, and notes what it did not do, so that it is
	 *                                                                     done later; null: nothing is missed.
	 */
	public static function on( string $hook, array $callback, int $priority = 10, int $arguments = 1, ?callable $guard = null ): void {
		add_action( $hook, new self( $callback, $guard ), $priority, $arguments );
	}

	/** @param callable&array{class-string, string} $callback */
	public static function filter( string $hook, array $callback, int $priority = 10, int $arguments = 1 ): void {
		add_filter( $hook, new self( $callback, null ), $priority, $arguments );
	}

	/** For the removal of the plugin: what is removed must not be recorded as a change, which would make its tables again. */
	public static function hear_nothing_of( callable $act ): void {
		self::$is_off = true;
		try {
			$act();
		} finally {
			self::$is_off = false;
		}
	}

	/** @return callable&array{class-string, string} */
	public function callback(): array {
		return $this->callback;
	}

	/**
	 * @param mixed ...$arguments
	 * @return mixed
	 */
	public function __invoke( ...$arguments ) {
		if ( self::$is_off ) {
			return $arguments[0] ?? null;
		}
		$call = function () use ( $arguments ) {
			return call_user_func_array( $this->callback, $arguments );
		};
		try {
			return null === $this->guard ? $call() : call_user_func( $this->guard, $call, $arguments );
		} catch ( \Throwable $error ) {
			Log::error( current_filter() . ': ' . $error->getMessage() );
			return $arguments[0] ?? null;
		}
	}
}
