<?php
/** The one function of WooCommerce Memberships that docs/hooks.md calls; the plugin itself is not free to download. */

function wc_memberships_is_product_viewing_restricted( int $post_id ): bool {
	return '1' === get_post_meta( $post_id, 'members_only', true );
}
