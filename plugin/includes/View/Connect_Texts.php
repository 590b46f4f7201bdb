<?php
/**
 * What went wrong while connecting, why, and what to do: one text per code of docs/site-protocol.md.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\View;

final class Connect_Texts {
	/** @param string $detail What the code is about: a host, an address, a message, minutes. */
	public static function of( string $code, string $detail ): string {
		$texts = array(
			'bad_address'         => __( 'This isn’t a web address. Enter the address of the registry as it was given to you, such as https://registry.example.', 'artwork-registry-connector' ),
			'https_required'      => __( 'The address must begin with https://, because secrets are sent there.', 'artwork-registry-connector' ),
			'not_public'          => __( 'This address leads into a private network, so it is not used. Enter the public address of the registry.', 'artwork-registry-connector' ),
			/* translators: %s: host name. */
			'blocked'             => __( 'This WordPress may not call other servers (WP_HTTP_BLOCK_EXTERNAL). Add %s to WP_ACCESSIBLE_HOSTS in wp-config.php, or ask whoever maintains your website to do so. Then try again.', 'artwork-registry-connector' ),
			/* translators: %s: technical message. */
			'unreachable'         => __( 'This address (%s) did not answer. Compare it with the one you were given, and try again in a few minutes.', 'artwork-registry-connector' ),
			/* translators: %s: web address. */
			'redirected'          => __( 'This address redirects to %s. If you trust that address, enter it instead.', 'artwork-registry-connector' ),
			'not_a_registry'      => __( 'There is no artwork registry at this address. Compare it with the one you were given.', 'artwork-registry-connector' ),
			'no_service'          => __( 'This registry has no sync service for galleries. Use one of your own: see Advanced below.', 'artwork-registry-connector' ),
			'offer_changed'       => __( 'The registry has changed its description or terms since you read them. Select Continue and read them again.', 'artwork-registry-connector' ),
			/* translators: %s: technical message. */
			'invalid_body'        => __( 'The sync service did not understand this site (%s). Update the plugin, and check the site address under Settings, General.', 'artwork-registry-connector' ),
			'registry_not_served' => __( 'The sync service does not serve this registry. Ask the registry’s operator, or use a sync service of your own (Advanced).', 'artwork-registry-connector' ),
			'not_in_production'   => __( 'Art IDs are permanent, so this registry takes only websites that are public and in use. Switch off “Discourage search engines” under Settings, Reading; for a staging or test site, use a test registry.', 'artwork-registry-connector' ),
			'version_not_served'  => __( 'The sync service does not support this version of the plugin. Update the plugin, and connect again.', 'artwork-registry-connector' ),
			'bad_signature'       => __( 'The sync service does not accept that this site continues its former connection. Disconnect first, and connect again.', 'artwork-registry-connector' ),
			'still_answers'       => __( 'The former address of this site still uses the connection. Disconnect it there first, or disconnect here and connect as a new site.', 'artwork-registry-connector' ),
			/* translators: %s: number of minutes. */
			'too_many_sites'      => __( 'Many sites were connected from this server within the last hour. Try again in %s min.', 'artwork-registry-connector' ),
			'service_full'        => __( 'The sync service takes no more sites just now. Try again later, or ask the registry’s operator.', 'artwork-registry-connector' ),
		);
		$text  = $texts[ $code ] ?? __( 'The sync service did not accept this site. Try again in a few minutes, and ask the registry’s operator if this stays.', 'artwork-registry-connector' );
		return false === strpos( $text, '%s' ) ? $text : sprintf( $text, '' === $detail ? '–' : $detail );
	}
}
