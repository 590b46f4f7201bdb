<?php
/**
 * Every hook of WordPress this plugin listens to, on one page.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry;

use Automattic\WooCommerce\Utilities\FeaturesUtil;

final class Hooks {
	public static function register(): void {
		register_activation_hook( ARTWORK_REGISTRY_FILE, array( Installation::class, 'activate' ) );
		register_deactivation_hook( ARTWORK_REGISTRY_FILE, array( Installation::class, 'deactivate' ) );
		add_action( 'init', array( Languages::class, 'load' ), 1 );
		add_filter( 'load_script_translation_file', array( Languages::class, 'script_file' ), 10, 3 );
		add_action( 'init', array( Source\Artwork_Post_Type::class, 'register' ) );
		add_action( 'init', array( Source\Artwork_Groups::class, 'register' ) );
		add_action( 'init', array( Source\Artwork_Pictures::class, 'register' ) );
		add_filter( 'request', array( Source\Artwork_Post_Type::class, 'leave_pages' ) );
		add_filter( 'request', array( Source\Artwork_Archive::class, 'leave_pages' ) );
		add_action( 'admin_init', array( Store\Schema::class, 'upgrade' ) );
		add_action( 'before_woocommerce_init', array( self::class, 'declare_compatible' ) );

		self::watch_works();
		self::watch_products();
		self::answer_requests();
		self::show_screens();
		self::show_pages();
		self::look_after();
		self::dial_out();

		if ( defined( 'WP_CLI' ) && WP_CLI ) { // @phpstan-ignore booleanAnd.rightAlwaysTrue (the constant may be false)
			\WP_CLI::add_command( 'artwork-registry', Cli\Command::class );
			\WP_CLI::add_command( 'artwork-registry connect', Cli\Connect_Command::class );
			\WP_CLI::add_command( 'artwork-registry map', Cli\Map_Command::class );
			\WP_CLI::add_command( 'artwork-registry duplicates', Cli\Duplicates_Command::class );
			\WP_CLI::add_command( 'artwork-registry variations', Cli\Variation_Command::class );
			\WP_CLI::add_command( 'artwork-registry removals', Cli\Removals_Command::class );
			\WP_CLI::add_command( 'artwork-registry sources', Cli\Sources_Command::class );
			foreach ( array( 'retry', 'audit', 'doctor', 'site' ) as $name ) {
				\WP_CLI::add_command( "artwork-registry $name", array( Cli\Maintenance_Command::class, $name ) );
			}
		}
	}

	/** Is everything right, and whose site is it? */
	private static function look_after(): void {
		add_filter( 'site_status_tests', array( Health\Site_Health::class, 'add' ) );
		add_action( 'admin_init', array( Health\Failure_Notice::class, 'schedule' ) );
		add_action( 'admin_init', array( Cron_Times::class, 'put_right' ) );
		add_action( Health\Failure_Notice::EVENT, array( Health\Failure_Notice::class, 'look' ) );
		add_action( Health\Failure_Notice::EVENT, array( Health\Weekly_Summary::class, 'look' ) );
		add_action( 'wp_initialize_site', array( Installation::class, 'site_made' ), 20 );
		add_filter( 'wpmu_drop_tables', array( Installation::class, 'site_deleted' ) );
	}

	/** A hosted sync service is called after the response, from an open admin page, or by WP-Cron. */
	private static function dial_out(): void {
		add_filter( 'cron_schedules', array( Store\Dialling::class, 'add_pace' ) ); // phpcs:ignore WordPress.WP.CronInterval -- see Dialling.
		add_action( Store\Dialling::EVENT, array( Protocol\Dialler::class, 'by_schedule' ) );
		// After the changes were written and the output was flushed.
		add_action( 'shutdown', array( Protocol\Dialler::class, 'after_response' ), 1000 );
		add_action( 'rest_api_init', array( Rest\Dial_Routes::class, 'register' ) );
		add_action( 'admin_print_footer_scripts', array( Admin\Dial_Script::class, 'show' ), 100 );
	}

	/** Declares compatibility: orders are read through WooCommerce's own objects, and carts are not touched. */
	public static function declare_compatible(): void {
		if ( class_exists( FeaturesUtil::class ) ) {
			FeaturesUtil::declare_compatibility( 'custom_order_tables', ARTWORK_REGISTRY_FILE, true );
			FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', ARTWORK_REGISTRY_FILE, true );
		}
	}

	/** A saved work becomes one row. Not limited to is_admin(), because imports, REST, schedules and orders save works, too. */
	private static function watch_works(): void {
		$watcher = Sync\Post_Watcher::class;
		add_action( 'save_post', array( $watcher, 'saved' ), 10, 2 );
		add_action( 'transition_post_status', array( $watcher, 'moved' ), 10, 3 );
		add_action( 'trashed_post', array( $watcher, 'trashed' ) );
		add_action( 'untrashed_post', array( $watcher, 'trashed' ) );
		add_action( 'deleted_post', array( $watcher, 'deleted' ), 10, 2 );
		add_action( 'added_post_meta', array( $watcher, 'meta_changed' ), 10, 4 );
		add_action( 'updated_post_meta', array( $watcher, 'meta_changed' ), 10, 4 );
		add_action( 'deleted_post_meta', array( $watcher, 'meta_changed' ), 10, 4 );
		add_action( 'set_object_terms', array( $watcher, 'terms_changed' ), 10, 6 );
		add_action( 'deleted_term_relationships', array( $watcher, 'terms_removed' ) );
		add_action( 'add_attachment', array( $watcher, 'picture_uploaded' ) );
		add_action( 'edit_attachment', array( $watcher, 'picture_changed' ) );
		add_action( 'delete_attachment', array( $watcher, 'picture_deleted' ) );
		add_filter( 'wp_update_attachment_metadata', array( $watcher, 'picture_resized' ), 10, 2 );
		add_action( 'permalink_structure_changed', array( $watcher, 'all_changed' ) );
		add_action( 'update_option_home', array( $watcher, 'all_changed' ) );
		add_action( 'edited_term', array( $watcher, 'term_renamed' ), 10, 3 );
		add_action( 'pre_delete_term', array( $watcher, 'term_deleted' ), 10, 2 );
		add_action( 'delete_term', array( $watcher, 'term_deleted' ), 10, 3 );
		add_action( 'clean_term_cache', array( Source\Categories::class, 'forget' ), 10, 0 );
		add_filter( 'duplicate_post_excludelist_filter', array( Source\Copies::class, 'not_duplicated' ) );
		add_filter( 'wxr_export_skip_postmeta', array( Source\Copies::class, 'not_exported' ), 10, 2 );
		add_filter( 'woocommerce_product_export_skip_meta_keys', array( Source\Copies::class, 'not_in_csv' ) );
		add_action( 'profile_update', array( $watcher, 'author_renamed' ), 10, 2 );
		// WPML links translations without firing a WordPress hook.
		add_action( 'wpml_translation_update', array( $watcher, 'language_changed' ) );
		add_action( 'artwork_registry_check_again', array( $watcher, 'check_again' ) );
		// Where the visitor has left already, PHP ends the request as WordPress empties the output buffers (1): so before that, and once
		// more for what others save at the end.
		add_action( 'shutdown', array( Sync\Change_Collector::class, 'flush_all' ), 0 );
		add_action( 'shutdown', array( Sync\Change_Collector::class, 'flush_all' ), 999 );
	}

	/** Only WooCommerce fires these, so without it they cost nothing and need no check. */
	private static function watch_products(): void {
		$watcher = Sync\Product_Watcher::class;
		add_action( 'woocommerce_new_product', array( $watcher, 'saved' ), 10, 2 );
		add_action( 'woocommerce_update_product', array( $watcher, 'saved' ), 10, 2 );
		add_action( 'woocommerce_new_product_variation', array( $watcher, 'saved' ), 10, 2 );
		add_action( 'woocommerce_update_product_variation', array( $watcher, 'saved' ), 10, 2 );
		add_action( 'woocommerce_product_set_stock', array( $watcher, 'stock_set' ) );
		add_action( 'woocommerce_variation_set_stock', array( $watcher, 'stock_set' ) );
		add_action( 'woocommerce_product_set_stock_status', array( $watcher, 'stock_status_set' ), 10, 3 );
		add_action( 'woocommerce_variation_set_stock_status', array( $watcher, 'stock_status_set' ), 10, 3 );
		add_action( 'woocommerce_attribute_updated', array( Sync\Post_Watcher::class, 'attribute_changed' ), 10, 0 );
		foreach ( array(
			'woocommerce_currency',
			'woocommerce_dimension_unit',
			'woocommerce_manage_stock',
			'woocommerce_notify_no_stock_amount',
			'woocommerce_permalinks',
		) as $option ) {
			add_action( 'update_option_' . $option, array( Sync\Post_Watcher::class, 'all_changed' ) );
		}
		foreach ( Source\Woocommerce\Coming_Soon::OPTIONS as $option ) {
			add_action( 'update_option_' . $option, array( Sync\Post_Watcher::class, 'all_changed' ) );
			add_action( 'add_option_' . $option, array( Sync\Post_Watcher::class, 'all_changed' ) );
		}

		$orders = Source\Woocommerce\Paid_Orders::class;
		add_action( 'woocommerce_order_status_changed', array( $orders, 'status_changed' ), 20, 4 );
		add_action( 'woocommerce_order_status_changed', array( Source\Woocommerce\Reserved_Works::class, 'status_changed' ), 21, 4 );
		add_action( 'woocommerce_before_order_object_save', array( $orders, 'saved' ) );
		add_action( 'woocommerce_payment_complete', array( $orders, 'paid' ), 20 );
		add_action( 'woocommerce_order_refunded', array( $orders, 'refunded' ) );
		add_action( 'woocommerce_product_set_stock', array( $orders, 'stock_set' ) );
		add_action( 'woocommerce_variation_set_stock', array( $orders, 'stock_set' ) );
		add_filter( 'woocommerce_duplicate_product_exclude_meta', array( Source\Copies::class, 'product_not_duplicated' ), 10, 2 );
	}

	private static function answer_requests(): void {
		add_action( 'rest_api_init', array( Rest\Daemon_Routes::class, 'register' ) );
		add_filter( 'rest_pre_serve_request', array( Rest\Daemon_Routes::class, 'serve' ), 10, 4 );
		add_action( 'wp_ajax_artwork_registry', array( Rest\Daemon_Routes::class, 'serve_ajax' ) );
		add_action( 'wp_ajax_nopriv_artwork_registry', array( Rest\Daemon_Routes::class, 'serve_ajax' ) );
		add_action( 'rest_api_init', array( Rest\Webhook_Routes::class, 'register' ) );
		add_action( 'wp_ajax_artwork_registry_webhook', array( Rest\Webhook_Routes::class, 'serve_ajax' ) );
		add_action( 'wp_ajax_nopriv_artwork_registry_webhook', array( Rest\Webhook_Routes::class, 'serve_ajax' ) );
		add_action( 'rest_api_init', array( Rest\Screen_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Connect_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Work_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Certificate_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Bulk_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Fix_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Duplicate_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\All_Duplicates_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Mapping_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Report_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Artist_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Sources_Routes::class, 'register' ) );
		add_action( 'rest_api_init', array( Rest\Variation_Routes::class, 'register' ) );
	}

	private static function show_screens(): void {
		add_action( 'network_admin_menu', array( Admin\Network_Screen::class, 'register' ) );
		add_action( 'admin_enqueue_scripts', array( Admin\Screen::class, 'enqueue' ) );
		add_action( 'admin_menu', array( Admin\Screens::class, 'register' ) );
		add_action( 'admin_enqueue_scripts', array( Admin\Screens::class, 'enqueue' ) );
		add_action( 'admin_post_' . Admin\Works_Export::ACTION, array( Admin\Works_Export::class, 'send' ) );
		add_action( 'admin_post_' . Admin\Report_Export::ACTION, array( Admin\Report_Export::class, 'send' ) );
		$type = Source\Artwork_Post_Type::NAME;
		add_filter( "manage_{$type}_posts_columns", array( Admin\Artwork_Columns::class, 'add' ) );
		add_action( "manage_{$type}_posts_custom_column", array( Admin\Artwork_Columns::class, 'show' ), 10, 2 );
		add_filter( "manage_edit-{$type}_sortable_columns", array( Admin\Artwork_Columns::class, 'sortable' ) );
		add_action( 'pre_get_posts', array( Admin\Artwork_Columns::class, 'sort' ) );
		$quick = Admin\Artwork_Quick_Edit::class;
		add_action( 'quick_edit_custom_box', array( $quick, 'show' ), 10, 2 );
		add_action( 'add_inline_data', array( $quick, 'add_values' ) );
		add_action( 'admin_enqueue_scripts', array( $quick, 'enqueue' ) );
		add_action( "save_post_$type", array( $quick, 'save' ) );
		add_filter( 'submenu_file', array( Admin\Screens::class, 'mark_entry' ) );
		add_action( 'enqueue_block_editor_assets', array( Admin\Screen::class, 'enqueue_editor' ) );
		add_action( 'admin_notices', array( Admin\Welcome_Notice::class, 'show' ) );
		add_action( 'wp_ajax_' . Admin\Welcome_Notice::ACTION, array( Admin\Welcome_Notice::class, 'dismiss' ) );
		add_action( 'wp_dashboard_setup', array( Admin\Dashboard_Widget::class, 'add' ) );
		add_action( 'admin_notices', array( Admin\Account_Notice::class, 'show' ) );
		add_action( 'admin_notices', array( Admin\Mapping_Notice::class, 'show' ) );
		add_action( 'admin_notices', array( Admin\Newer_Data_Notice::class, 'show' ) );
		add_action( 'admin_init', array( Admin\List_Screens::class, 'register' ) );
		add_action( 'add_meta_boxes', array( Admin\Work_Box::class, 'add' ) );
		add_filter( 'removable_query_args', array( Admin\Bulk_Actions::class, 'forget' ) );
		add_action( 'admin_notices', array( Admin\Bulk_Actions::class, 'show' ) );
		add_action( 'admin_post_' . Admin\Bulk_Question::ACTION, array( Admin\Bulk_Question::class, 'answer' ) );
		add_action( 'restrict_manage_posts', array( Admin\List_Filter::class, 'show' ) );
		add_filter( 'posts_where', array( Admin\List_Filter::class, 'narrow' ), 10, 2 );
		add_filter( 'posts_search', array( Admin\Art_Id_Search::class, 'widen' ), 20, 2 );
		add_filter( 'woocommerce_product_pre_search_products', array( Admin\Art_Id_Search::class, 'products' ), 10, 2 );
		add_filter( 'woocommerce_product_data_tabs', array( Admin\Product_Panel::class, 'add_tab' ) );
		add_action( 'woocommerce_product_data_panels', array( Admin\Product_Panel::class, 'show' ) );
		add_action( 'after_plugin_row_' . plugin_basename( ARTWORK_REGISTRY_FILE ), array( Admin\Plugins_Screen::class, 'show_row' ), 10, 0 );
		add_action( 'admin_print_footer_scripts-plugins.php', array( Admin\Plugins_Screen::class, 'ask' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( ARTWORK_REGISTRY_FILE ), array( Admin\Screen::class, 'add_link' ) );
	}

	/** What visitors see: blocks where the gallery puts them, and one line for search engines. */
	private static function show_pages(): void {
		add_action( 'init', array( Frontend\Blocks::class, 'register' ) );
		add_action( 'wp_head', array( Frontend\Structured_Data::class, 'show' ) );
		$places = Frontend\Art_Id_Places::class;
		add_action( 'init', array( $places, 'register' ) );
		add_action( 'rest_api_init', array( $places, 'register_field' ) );
		add_action( 'graphql_register_types', array( $places, 'register_graphql' ) );
		add_action( 'woocommerce_product_meta_end', array( $places, 'in_product' ) );
		add_filter( 'the_content', array( $places, 'in_content' ), 20 );
		add_filter( 'the_content', array( Source\Artwork_Pictures::class, 'add' ), 11 );
		add_filter( 'hooked_block_types', array( $places, 'hook_block' ), 10, 4 );
		add_filter( 'oembed_providers', array( Frontend\Registry_Cards::class, 'add_provider' ) );
		add_filter( 'oembed_dataparse', array( Frontend\Registry_Cards::class, 'clean' ), 10, 3 );

		$orders = Frontend\Order_Art_Ids::class;
		add_action( 'woocommerce_order_item_meta_end', array( $orders, 'for_customer' ), 10, 4 );
		add_action( 'woocommerce_after_order_itemmeta', array( $orders, 'for_staff' ), 10, 2 );
		add_action( 'woocommerce_order_item_meta_end', array( Frontend\Order_Certificates::class, 'for_customer' ), 11, 4 );
		$certificates = Orders\Sale_Certificates::class;
		add_action( 'woocommerce_payment_complete', array( $certificates, 'paid' ), 30, 1 );
		add_action( 'woocommerce_order_status_changed', array( $certificates, 'paid' ), 30, 1 );
		add_filter( 'woocommerce_shop_order_search_results', array( $orders, 'found' ), 10, 2 );
		add_filter( 'woocommerce_order_list_table_prepare_items_query_args', array( $orders, 'search' ) );
	}
}
