<?php
/**
 * Polylang and WPML as this plugin meets them: how they say that they are there, and where they write down what is a translation
 * of what. Neither is on a registry of packages (WPML is sold), so both are faked; switched off, they are as if not installed.
 *
 * @package ArtworkRegistry
 */

namespace {
	/** @return string|false Polylang's: false while no language is set up. */
	function pll_default_language() {
		return 'polylang' === ArtworkRegistry\Tests\Languages_Fake::$active ? ArtworkRegistry\Tests\Languages_Fake::$language : false;
	}

	define( 'ICL_SITEPRESS_VERSION', '4.7.0' );
}

namespace ArtworkRegistry\Tests {
	final class Languages_Fake {
		/** @var string polylang, wpml or '' */
		public static $active = '';
		/** @var string The site's language. */
		public static $language = 'en';
		/** @var int */
		private static $trid = 0;

		public static function switch_on( string $name ): void {
			global $wpdb;
			self::$active   = $name;
			self::$language = 'en';
			add_filter( 'wpml_default_language', array( self::class, 'wpml_default_language' ) );
			foreach ( array( 'language', 'post_translations' ) as $taxonomy ) {
				register_taxonomy( $taxonomy, array( 'areg_artwork', 'product' ), array( 'public' => false ) );
			}
			$wpdb->query(
				"CREATE TABLE IF NOT EXISTS {$wpdb->prefix}icl_translations (translation_id bigint(20) NOT NULL AUTO_INCREMENT PRIMARY KEY,
				element_type varchar(60) NOT NULL DEFAULT 'post_post', element_id bigint(20) DEFAULT NULL, trid bigint(20) NOT NULL,
				language_code varchar(7) NOT NULL, source_language_code varchar(7))"
			);
		}

		public static function switch_off(): void {
			self::$active = '';
		}

		/** Also what they leave in the database. */
		public static function remove(): void {
			global $wpdb;
			self::$active = '';
			remove_filter( 'wpml_default_language', array( self::class, 'wpml_default_language' ) );
			$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}icl_translations" );
			foreach ( array( 'language', 'post_translations' ) as $taxonomy ) {
				foreach ( taxonomy_exists( $taxonomy ) ? get_terms( array( 'taxonomy' => $taxonomy, 'hide_empty' => false ) ) : array() as $term ) {
					wp_delete_term( $term->term_id, $taxonomy );
				}
				unregister_taxonomy( $taxonomy );
			}
		}

		/** @return string|null */
		public static function wpml_default_language() {
			return 'wpml' === self::$active ? self::$language : null;
		}

		/**
		 * One work in several languages.
		 *
		 * @param array<string, int> $posts Language → post; what the others were translated from comes first.
		 */
		public static function link( array $posts ): void {
			global $wpdb;
			++self::$trid;
			$source = null;
			foreach ( $posts as $language => $id ) {
				if ( 'polylang' === self::$active ) {
					wp_set_object_terms( $id, $language, 'language' );
					wp_set_object_terms( $id, 'pll_' . self::$trid, 'post_translations' );
					continue;
				}
				$wpdb->insert(
					$wpdb->prefix . 'icl_translations',
					array(
						'element_type'         => 'post_' . get_post_type( $id ),
						'element_id'           => $id,
						'trid'                 => self::$trid,
						'language_code'        => $language,
						'source_language_code' => $source,
					)
				);
				$source = $source ?? $language;
				do_action( 'wpml_translation_update', array( 'type' => 'insert', 'context' => 'post', 'element_id' => $id ) );
			}
		}
	}

	/** For tests that run with each of the two; removes what they leave. */
	trait With_Languages {
		/** @return array<string, array{0: string}> */
		public function plugins(): array {
			return array(
				'Polylang' => array( 'polylang' ),
				'WPML'     => array( 'wpml' ),
			);
		}

		protected function tearDown(): void {
			parent::tearDown();
			Languages_Fake::remove();
		}
	}
}
