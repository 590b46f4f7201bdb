<?php
/**
 * A callback of this plugin on a hook of WordPress or of another plugin. What fails in it is logged and ends there: a save, a checkout
 * or a page of the gallery must not fail because of us, and the callbacks of others run. A value that comes to a filter in another
 * form than WordPress documents is passed on as it came.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

use ArtworkRegistry\Sync\Missed_Changes;

final class Listener {
	/** @var callable&array{class-string, string} */
	private $callback;
	/** @var bool Whether what it did not do is a change of a work that has to be looked for later. */
	private $watches;

	/** @param callable&array{class-string, string} $callback */
	private function __construct( array $callback, bool $watches ) {
		$this->callback = $callback;
		$this->watches  = $watches;
	}

	/** @param callable&array{class-string, string} $callback */
	public static function on( string $hook, array $callback, int $priority = 10, int $arguments = 1 ): void {
		add_action( $hook, new self( $callback, false ), $priority, $arguments );
	}

	/**
	 * The same for a hook that tells of changed works: after a failure all works are looked at once more.
	 *
	 * @param callable&array{class-string, string} $callback
	 */
	public static function watch( string $hook, array $callback, int $priority = 10, int $arguments = 1 ): void {
		add_action( $hook, new self( $callback, true ), $priority, $arguments );
	}

	/** @param callable&array{class-string, string} $callback */
	public static function filter( string $hook, array $callback, int $priority = 10, int $arguments = 1 ): void {
		add_filter( $hook, new self( $callback, false ), $priority, $arguments );
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
		try {
			return call_user_func_array( $this->callback, $arguments );
		} catch ( \Throwable $error ) {
			Log::error( current_filter() . ': ' . $error->getMessage() );
			if ( $this->watches ) {
				Missed_Changes::note();
			}
			return $arguments[0] ?? null;
		}
	}
}
