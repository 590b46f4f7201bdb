<?php
/**
 * Where PHP cannot continue after a response, an admin page asks for the call to the sync service that is due, in a request that nobody
 * waits for and that outlives the page.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Protocol\Outbound_Calls;

final class Dial_Script {
	public static function show(): void {
		if ( ! current_user_can( 'edit_posts' ) || ! Outbound_Calls::needs_page() ) {
			return;
		}
		wp_print_inline_script_tag(
			sprintf(
				'setTimeout(function(){fetch(%s,{method:"POST",keepalive:true,credentials:"same-origin",headers:{"X-WP-Nonce":%s}}).catch(function(){});},1500);',
				wp_json_encode( rest_url( 'artwork-registry/v1/screen/dial' ) ),
				wp_json_encode( wp_create_nonce( 'wp_rest' ) )
			)
		);
	}
}
