<?php
/**
 * The abilities of this plugin in WordPress's Abilities API (6.9 and later): what an assistant or another program may ask and order. Each
 * only checks the right to the object, reads its input and calls what the screens and the command line call. The hooks here fire when
 * somebody asks for abilities, so a page costs nothing.
 *
 * Labels are for people and are translated. Descriptions are for programs and stay English, like the names.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Abilities;

final class Registration {
	public const CATEGORY = 'artwork-registry';

	/** wp_abilities_api_categories_init */
	public static function add_category(): void {
		wp_register_ability_category(
			self::CATEGORY,
			array(
				'label'       => __( 'Artwork registry', 'artwork-registry-connector' ),
				'description' => 'The artworks of this site in the artwork registry: their state, what is wrong with them, and orders about one of them.',
			)
		);
	}

	/** wp_abilities_api_init */
	public static function add_abilities(): void {
		foreach ( array_merge( Reading::all(), Ordering::all() ) as $name => $ability ) {
			wp_register_ability(
				self::CATEGORY . '/' . $name,
				array(
					'category' => self::CATEGORY,
					'meta'     => array(
						'annotations'  => $ability['annotations'],
						// Who may use an ability is checked at each call. Anybody may read that it exists.
						'show_in_rest' => true,
						// For the MCP Adapter, where it is installed.
						'mcp'          => array( 'public' => true ),
					),
				) + array_diff_key( $ability, array( 'annotations' => true ) )
			);
		}
	}
}
