<?php
/**
 * The fields of an artwork of our own post type in WordPress's quick edit. The list's row holds their values for the script.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Admin;

use ArtworkRegistry\Source\Artwork_Post_Type;
use WP_Post;

final class Artwork_Quick_Edit {
	private const FIELDS = array(
		'artist',
		'year',
		'medium',
		'height_cm',
		'width_cm',
		'depth_cm',
		'availability',
		'price_amount',
		'price_currency',
		'inventory_number',
	);
	/** Name in the form, so that no other plugin's field is taken for ours. */
	private const FORM = 'artwork_registry_fields';

	/**
	 * quick_edit_custom_box
	 *
	 * @param string $column
	 * @param string $type
	 */
	public static function show( $column, $type ): void {
		// WordPress asks for each of the list's columns; our box stands in that of the first.
		if ( Artwork_Columns::PREFIX . 'artist' !== $column || Artwork_Post_Type::NAME !== $type ) {
			return;
		}
		echo '<fieldset class="inline-edit-col-right inline-edit-artwork"><legend class="screen-reader-text">'
			. esc_html__( 'Artwork details', 'artwork-registry-connector' ) . '</legend><div class="inline-edit-col">';
		foreach ( self::FIELDS as $name ) {
			echo '<label><span class="title">' . esc_html( Artwork_Post_Type::labels()[ $name ] ) . '</span>';
			$field = esc_attr( self::FORM . "[$name]" );
			if ( 'availability' === $name ) {
				echo '<select name="' . $field . '">'; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
				foreach ( Artwork_Post_Type::availability_words() as $value => $word ) {
					echo '<option value="' . esc_attr( $value ) . '">' . esc_html( $word ) . '</option>';
				}
				echo '</select>';
			} else {
				// phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
				echo '<span class="input-text-wrap"><input type="text" name="' . $field . '" value="" autocomplete="off"></span>';
			}
			echo '</label>';
		}
		echo '</div></fieldset>';
	}

	/**
	 * add_inline_data: WordPress prints it into the row for those who may edit the post.
	 *
	 * @param WP_Post $post
	 */
	public static function add_values( $post ): void {
		if ( Artwork_Post_Type::NAME !== $post->post_type ) {
			return;
		}
		foreach ( self::FIELDS as $name ) {
			$value = get_post_meta( $post->ID, Artwork_Post_Type::key( $name ), true );
			echo '<div class="artwork_registry_value" data-name="' . esc_attr( self::FORM . "[$name]" ) . '">'
				. esc_html( is_scalar( $value ) ? (string) $value : '' ) . '</div>';
		}
	}

	/**
	 * admin_enqueue_scripts: behind WordPress's script, which copies the form for a row, ours fills it.
	 *
	 * @param string $page
	 */
	public static function enqueue( $page ): void {
		$screen = get_current_screen();
		if ( 'edit.php' !== $page || null === $screen || Artwork_Post_Type::NAME !== $screen->post_type ) {
			return;
		}
		wp_add_inline_script(
			'inline-edit-post',
			'( ( edit ) => { const open = edit.edit; edit.edit = function ( id ) { const done = open.apply( this, arguments );'
			. ' const post = typeof id === "object" ? this.getId( id ) : id; const form = document.getElementById( "edit-" + post );'
			. ' document.querySelectorAll( "#inline_" + post + " .artwork_registry_value" ).forEach( ( value ) => {'
			. ' const field = form?.querySelector( "[name=\"" + value.dataset.name + "\"]" ); if ( field ) field.value = value.textContent; } );'
			. ' return done; }; } )( window.inlineEditPost );'
		);
	}

	/**
	 * wp_ajax_inline-save, before WordPress saves: the list shows the sentence beside the row, and nothing is saved.
	 */
	public static function refuse(): void {
		// phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- nothing is saved here
		$given = $_POST[ self::FORM ] ?? null;
		// phpcs:ignore WordPress.Security.NonceVerification
		$post = get_post( absint( wp_unslash( $_POST['post_ID'] ?? 0 ) ) );
		if ( ! is_array( $given ) || ! $post instanceof WP_Post || Artwork_Post_Type::NAME !== $post->post_type ) {
			return;
		}
		$problems = Artwork_Post_Type::problems( array_intersect_key( wp_unslash( $given ), array_flip( self::FIELDS ) ) );
		if ( $problems ) {
			wp_die( esc_html( implode( ' ', $problems ) ) );
		}
	}

	/**
	 * save_post_areg_artwork. WordPress has checked the nonce of the list and the right to edit the post.
	 *
	 * @param int $post_id
	 */
	public static function save( $post_id ): void {
		// phpcs:disable WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- each field has its own cleaning
		$given = $_POST[ self::FORM ] ?? null;
		$is    = wp_doing_ajax() && 'inline-save' === ( $_POST['action'] ?? '' ) && (int) ( $_POST['post_ID'] ?? 0 ) === (int) $post_id;
		// phpcs:enable
		if ( ! $is || ! is_array( $given ) || ! current_user_can( 'edit_post', $post_id ) ) {
			return;
		}
		foreach ( array_intersect_key( wp_unslash( $given ), array_flip( self::FIELDS ) ) as $name => $value ) {
			$clean = Artwork_Post_Type::sanitize( $name, $value );
			if ( '' === $clean ) {
				delete_post_meta( $post_id, Artwork_Post_Type::key( $name ) );
			} else {
				update_post_meta( $post_id, Artwork_Post_Type::key( $name ), wp_slash( $clean ) );
			}
		}
	}
}
