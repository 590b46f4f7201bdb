<?php
/**
 * Answers whose exact bytes, headers and status matter: what others print before or after them (a notice of PHP, the byte order mark of
 * a file, the comment of a cache) is kept out.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

final class Exact_Output {
	/** @var bool Whether this request is for one of our answers. */
	private static $is_ours = false;

	/** When the plugin is loaded: what is printed from here on can be taken back, and headers can still be sent. */
	public static function begin(): void {
		if ( self::is_for_us() ) {
			self::$is_ours = true;
			ob_start();
		}
	}

	/** Before the answer is written. Does nothing in a request for something else. */
	public static function discard(): void {
		// A buffer that cannot be removed is left alone: the sync service finds the answer in what is around it.
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- PHP only says that in a notice, which would be printed.
		while ( self::$is_ours && ob_get_level() > 0 && @ob_end_clean() ) {
			continue;
		}
		if ( self::$is_ours && ! headers_sent() ) {
			header_remove( 'Content-Length' );
			if ( 0 === ob_get_level() ) {
				// A buffer that compresses says so although nothing of it is sent; PHP's own does in some versions (php-src#8218).
				header_remove( 'Content-Encoding' );
			}
		}
	}

	/** The whole answer, whose length is known. */
	public static function write( string $bytes ): void {
		if ( self::$is_ours && 0 === ob_get_level() && ! headers_sent() && ! ini_get( 'zlib.output_compression' ) ) {
			header( 'Content-Length: ' . strlen( $bytes ) );
			if ( ! Response::can_finish() ) {
				// What is printed behind the length all the same must not stand before the next answer of the connection.
				header( 'Connection: close' );
			}
		}
		echo $bytes; // phpcs:ignore WordPress.Security.EscapeOutput -- JSON whose signature covers these very bytes.
		if ( self::$is_ours ) {
			Response::finish();
		}
		self::end();
	}

	/** After the answer was written: what is printed at the end of the request goes nowhere. */
	public static function end(): void {
		if ( self::$is_ours ) {
			ob_start( '__return_empty_string' );
		}
	}

	/** @return string|null The file and line that printed before this plugin was loaded, so that no header can be sent any more. */
	public static function printed_at(): ?string {
		$file = '';
		$line = 0;
		return self::$is_ours && headers_sent( $file, $line ) ? Site_Folder::shown( $file ) . ":$line" : null;
	}

	/**
	 * The filter rest_pre_serve_request.
	 *
	 * @param mixed                                  $served
	 * @param mixed                                  $result
	 * @param \WP_REST_Request<array<string, mixed>> $request
	 * @return mixed
	 */
	public static function before_rest( $served, $result, $request ) {
		if ( 0 === strpos( $request->get_route(), '/artwork-registry/' ) ) {
			self::discard();
		}
		return $served;
	}

	/** By the address alone: WordPress knows no route yet. */
	private static function is_for_us(): bool {
		// phpcs:disable WordPress.Security -- compared, never used.
		$address = rawurldecode( (string) ( $_SERVER['REQUEST_URI'] ?? '' ) );
		$action  = $_REQUEST['action'] ?? '';
		// phpcs:enable
		return false !== strpos( $address, '/artwork-registry/v1/' ) || ( is_string( $action ) && 0 === strpos( $action, 'artwork_registry' ) );
	}
}
