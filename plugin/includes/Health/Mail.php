<?php
/**
 * An email to the gallery: the same words as HTML and as plain text, for the address in the settings.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Health;

use ArtworkRegistry\Store\Settings;

/**
 * @phpstan-type Section array{heading: string, lines: list<string>}
 */
final class Mail {
	/**
	 * @param list<Section> $sections
	 * @param string        $label    Of the one link, which leads to `$url`.
	 * @param string        $footer   Why this email comes, and how it is switched off.
	 */
	public static function send( string $subject, array $sections, string $label, string $url, string $footer ): bool {
		$site  = wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
		$plain = self::plain( $sections, $label, $url, $footer );
		// wp_mail sends one text; the other is added to the message that it makes.
		$add_plain = static function ( $mailer ) use ( $plain ): void {
			if ( is_object( $mailer ) && property_exists( $mailer, 'AltBody' ) ) {
				// phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHPMailer's name.
				$mailer->AltBody = $plain;
			}
		};
		add_action( 'phpmailer_init', $add_plain );
		$to   = Settings::get()['mail_to'];
		$sent = wp_mail(
			'' === $to ? (string) get_option( 'admin_email' ) : $to,
			/* translators: 1: name of the site, 2: what the email is about. */
			sprintf( __( '[%1$s] %2$s', 'artwork-registry-connector' ), $site, $subject ),
			self::html( $subject, $sections, $label, $url, $footer ),
			array( 'Content-Type: text/html; charset=UTF-8' )
		);
		remove_action( 'phpmailer_init', $add_plain );
		return (bool) $sent;
	}

	/** @param list<Section> $sections */
	public static function plain( array $sections, string $label, string $url, string $footer ): string {
		$parts = array();
		foreach ( $sections as $section ) {
			$parts[] = implode( "\n", array_filter( array_merge( array( $section['heading'] ), $section['lines'] ) ) );
		}
		return implode( "\n\n", array_merge( $parts, array( "$label:\n$url", $footer ) ) ) . "\n";
	}

	/** @param list<Section> $sections */
	private static function html( string $subject, array $sections, string $label, string $url, string $footer ): string {
		$body = '';
		foreach ( $sections as $section ) {
			$body .= '' === $section['heading'] ? '' : '<h2 style="font-size:16px;margin:24px 0 4px">' . esc_html( $section['heading'] ) . '</h2>';
			foreach ( $section['lines'] as $line ) {
				$body .= '<p style="margin:4px 0">' . esc_html( $line ) . '</p>';
			}
		}
		return '<!doctype html><html lang="' . esc_attr( get_bloginfo( 'language' ) ) . '" dir="' . ( is_rtl() ? 'rtl' : 'ltr' ) . '"><head><meta charset="utf-8">'
			. '<meta name="viewport" content="width=device-width"><title>' . esc_html( $subject ) . '</title></head>'
			. '<body style="margin:0;background:#fff;color:#1e1e1e;font:15px/1.5 -apple-system,\'Segoe UI\',Roboto,sans-serif">'
			. '<main style="max-width:560px;margin:0 auto;padding:24px 16px"><h1 style="font-size:20px;margin:0 0 8px">' . esc_html( $subject ) . '</h1>' . $body
			. '<p style="margin:24px 0"><a href="' . esc_url( $url ) . '" style="color:#0a4b78">' . esc_html( $label ) . '</a></p>'
			. '<p style="margin:24px 0 0;color:#595959;font-size:13px">' . esc_html( $footer ) . '</p></main></body></html>';
	}
}
