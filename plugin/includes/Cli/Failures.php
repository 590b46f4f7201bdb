<?php
/**
 * What the command line says where the database does not answer: one sentence, and no trace of calls.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Cli;

use ArtworkRegistry\Log;
use ArtworkRegistry\Store\Read_Failed;
use ArtworkRegistry\Store\Write_Refused;
use ArtworkRegistry\View\Error_Texts;
use WP_CLI;

final class Failures {
	public static function explain(): void {
		set_exception_handler(
			static function ( \Throwable $error ): void {
				if ( $error instanceof Read_Failed && ! $error instanceof Write_Refused ) {
					Log::error( $error->getMessage() );
					WP_CLI::error( Error_Texts::of_unreadable() );
				}
				throw $error;
			}
		);
	}
}
