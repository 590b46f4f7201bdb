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
		Listener::on( 'init', array( Languages::class, 'load' ), 1 );
		Listener::filter( 'load_script_translation_file', array( Languages::class, 'script_file' ), 10, 3 );
		Listener::on( 'init', array( Source\Artwork_Post_Type::class, 'register' ) );
		Listener::on( 'init', array( Source\Artwork_Groups::class, 'register' ) );
		Listener::on( 'init', array( Source\Artwork_Pictures::class, 'register' ) );
		Listener::filter( 'rest_pre_insert_' . Source\Artwork_Post_Type::NAME, array( Source\Artwork_Post_Type::class, 'refuse_in_rest' ), 10, 2 );
		Listener::on( 'init', array( Source\Artwork_Address::class, 'make_room' ), PHP_INT_MAX );
		Listener::on( 'admin_init', array( Source\Artwork_Address::class, 'follow' ) );
		Listener::filter( 'request', array( Source\Artwork_Post_Type::class, 'leave_pages' ) );
		Listener::filter( 'request', array( Source\Artwork_Archive::class, 'leave_pages' ) );
		Listener::on( 'admin_init', array( Store\Schema::class, 'upgrade' ) );
		Listener::on( 'before_woocommerce_init', array( self::class, 'declare_compatible' ) );

		self::watch_works();
		self::watch_products();
		self::answer_requests();
		self::show_screens();
		self::show_pages();
		self::look_after();
		self::dial_out();
		self::offer_abilities();

		if ( defined( 'WP_CLI' ) && WP_CLI ) { // @phpstan-ignore booleanAnd.rightAlwaysTrue (the constant may be false)
			Cli\Failures::explain();
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
		Listener::filter( 'site_status_tests', array( Health\Site_Health::class, 'add' ) );
		Listener::on( 'admin_init', array( Health\Failure_Notice::class, 'schedule' ) );
		Listener::on( 'admin_init', array( Protocol\Outbound_Calls::class, 'keep_event' ) );
		Listener::on( 'admin_init', array( Store\Cron_Times::class, 'put_right' ) );
		Listener::on( Health\Failure_Notice::EVENT, array( Health\Failure_Notice::class, 'look' ) );
		Listener::on( Health\Failure_Notice::EVENT, array( Health\Weekly_Summary::class, 'look' ) );
		Listener::on( 'wp_initialize_site', array( Installation::class, 'site_made' ), 20 );
		Listener::filter( 'wpmu_drop_tables', array( Installation::class, 'site_deleted' ) );
	}

	/** A hosted sync service is called after the response, from an open admin page, or by WP-Cron. */
	private static function dial_out(): void {
		Listener::filter( 'cron_schedules', array( Store\Dialling::class, 'add_pace' ) ); // phpcs:ignore WordPress.WP.CronInterval -- see Dialling.
		Listener::on( Store\Dialling::EVENT, array( Protocol\Outbound_Calls::class, 'by_schedule' ) );
		// After the changes were written, as the callback of the same priority in watch_works().
		Listener::on( 'shutdown', array( Protocol\Outbound_Calls::class, 'defer_wake' ), 0 );
		// After the changes were written and the output was flushed.
		Listener::on( 'shutdown', array( Protocol\Outbound_Calls::class, 'after_response' ), 1000 );
		Listener::on( 'rest_api_init', array( Rest\Dial_Routes::class, 'register' ) );
		Listener::on( 'admin_print_footer_scripts', array( Admin\Dial_Script::class, 'show' ), 100 );
	}

	/** WordPress fires these from 6.9 on, when somebody first asks for an ability, and WooCommerce from 11.3 on. */
	private static function offer_abilities(): void {
		Listener::on( 'wp_abilities_api_categories_init', array( Abilities\Registration::class, 'add_category' ) );
		Listener::on( 'wp_abilities_api_init', array( Abilities\Registration::class, 'add_abilities' ) );
		Listener::on( 'woocommerce_extensible_abilities_init', array( Abilities\Product_Fields::class, 'add' ) );
	}

	/**
	 * For a hook that tells of changed works: after a failure all works are looked at once more.
	 *
	 * @param callable&array{class-string, string} $callback
	 */
	private static function watch( string $hook, array $callback, int $priority = 10, int $arguments = 1 ): void {
		Listener::on( $hook, $callback, $priority, $arguments, array( Sync\Missed_Changes::class, 'guard' ) );
	}

	/**
	 * For a hook whose first argument is an order or its id: after a failure the order is looked at once more.
	 *
	 * @param callable&array{class-string, string} $callback
	 */
	private static function follow_order( string $hook, array $callback, int $priority = 10, int $arguments = 1 ): void {
		Listener::on( $hook, $callback, $priority, $arguments, array( Orders\Missed_Orders::class, 'guard' ) );
	}

	/**
	 * Declares compatibility: orders are read through WooCommerce's own objects, carts are not touched, and products are read as they are
	 * stored. A shop that keeps product objects for the request, as new ones do from WooCommerce 11, calls plugins incompatible that do not
	 * say so.
	 */
	public static function declare_compatible(): void {
		if ( class_exists( FeaturesUtil::class ) ) {
			foreach ( array( 'custom_order_tables', 'cart_checkout_blocks', 'product_instance_caching' ) as $feature ) {
				FeaturesUtil::declare_compatibility( $feature, ARTWORK_REGISTRY_FILE, true );
			}
		}
	}

	/** A saved work becomes one row. Not limited to is_admin(), because imports, REST, schedules and orders save works, too. */
	private static function watch_works(): void {
		$watcher = Sync\Post_Watcher::class;
		self::watch( 'save_post', array( $watcher, 'saved' ), 10, 2 );
		self::watch( 'transition_post_status', array( $watcher, 'moved' ), 10, 3 );
		self::watch( 'trashed_post', array( $watcher, 'trashed' ) );
		self::watch( 'untrashed_post', array( $watcher, 'trashed' ) );
		self::watch( 'deleted_post', array( $watcher, 'deleted' ), 10, 2 );
		self::watch( 'added_post_meta', array( $watcher, 'meta_changed' ), 10, 4 );
		self::watch( 'updated_post_meta', array( $watcher, 'meta_changed' ), 10, 4 );
		self::watch( 'deleted_post_meta', array( $watcher, 'meta_changed' ), 10, 4 );
		self::watch( 'set_object_terms', array( $watcher, 'terms_changed' ), 10, 6 );
		self::watch( 'deleted_term_relationships', array( $watcher, 'terms_removed' ) );
		self::watch( 'add_attachment', array( $watcher, 'picture_uploaded' ) );
		self::watch( 'edit_attachment', array( $watcher, 'picture_changed' ) );
		self::watch( 'delete_attachment', array( $watcher, 'picture_deleted' ) );
		Listener::filter( 'wp_update_attachment_metadata', array( $watcher, 'picture_resized' ), 10, 2 );
		self::watch( 'permalink_structure_changed', array( $watcher, 'all_changed' ) );
		self::watch( 'update_option_home', array( $watcher, 'all_changed' ) );
		self::watch( 'edited_term', array( $watcher, 'term_renamed' ), 10, 3 );
		self::watch( 'pre_delete_term', array( $watcher, 'term_deleted' ), 10, 2 );
		self::watch( 'delete_term', array( $watcher, 'term_deleted' ), 10, 3 );
		self::watch( 'clean_term_cache', array( Source\Categories::class, 'forget' ), 10, 0 );
		Listener::filter( 'duplicate_post_excludelist_filter', array( Source\Copies::class, 'not_duplicated' ) );
		Listener::filter( 'wxr_export_skip_postmeta', array( Source\Copies::class, 'not_exported' ), 10, 2 );
		Listener::filter( 'woocommerce_product_export_skip_meta_keys', array( Source\Copies::class, 'not_in_csv' ) );
		self::watch( 'profile_update', array( $watcher, 'author_renamed' ), 10, 2 );
		// WPML links translations without firing a WordPress hook.
		self::watch( 'wpml_translation_update', array( $watcher, 'language_changed' ) );
		self::watch( 'artwork_registry_check_again', array( $watcher, 'check_again' ) );
		// Where the visitor has left already, PHP ends the request as WordPress empties the output buffers (1): so before that, and once
		// more for what others save at the end.
		self::watch( 'shutdown', array( Sync\Change_Collector::class, 'flush_all' ), 0 );
		self::watch( 'shutdown', array( Sync\Change_Collector::class, 'flush_all' ), 999 );
		Listener::on( 'shutdown', array( Sync\Missed_Changes::class, 'record_again' ), 999 );
	}

	/** Only WooCommerce fires these, so without it they cost nothing and need no check. */
	private static function watch_products(): void {
		$watcher = Sync\Product_Watcher::class;
		self::watch( 'woocommerce_new_product', array( $watcher, 'saved' ), 10, 2 );
		self::watch( 'woocommerce_update_product', array( $watcher, 'saved' ), 10, 2 );
		self::watch( 'woocommerce_new_product_variation', array( $watcher, 'saved' ), 10, 2 );
		self::watch( 'woocommerce_update_product_variation', array( $watcher, 'saved' ), 10, 2 );
		self::watch( 'woocommerce_product_set_stock', array( $watcher, 'stock_set' ) );
		self::watch( 'woocommerce_variation_set_stock', array( $watcher, 'stock_set' ) );
		self::watch( 'woocommerce_product_set_stock_status', array( $watcher, 'stock_status_set' ), 10, 3 );
		self::watch( 'woocommerce_variation_set_stock_status', array( $watcher, 'stock_status_set' ), 10, 3 );
		self::watch( 'woocommerce_attribute_updated', array( Sync\Post_Watcher::class, 'attribute_changed' ), 10, 0 );
		foreach ( array(
			'woocommerce_currency',
			'woocommerce_dimension_unit',
			'woocommerce_price_decimal_sep',
			'woocommerce_price_num_decimals',
			'woocommerce_manage_stock',
			'woocommerce_notify_no_stock_amount',
			'woocommerce_permalinks',
		) as $option ) {
			self::watch( 'update_option_' . $option, array( Sync\Post_Watcher::class, 'all_changed' ) );
		}
		foreach ( Source\Woocommerce\Coming_Soon::OPTIONS as $option ) {
			self::watch( 'update_option_' . $option, array( Sync\Post_Watcher::class, 'all_changed' ) );
			self::watch( 'add_option_' . $option, array( Sync\Post_Watcher::class, 'all_changed' ) );
		}

		$orders = Source\Woocommerce\Paid_Orders::class;
		self::follow_order( 'woocommerce_order_status_changed', array( $orders, 'status_changed' ), 20, 4 );
		self::follow_order( 'woocommerce_order_status_changed', array( Source\Woocommerce\Reserved_Works::class, 'status_changed' ), 21, 4 );
		self::follow_order( 'woocommerce_before_order_object_save', array( $orders, 'saved' ) );
		self::follow_order( 'woocommerce_before_order_object_save', array( Source\Woocommerce\Reserved_Works::class, 'saved' ), 11 );
		self::follow_order( 'woocommerce_payment_complete', array( $orders, 'paid' ), 20 );
		self::follow_order( 'woocommerce_order_refunded', array( $orders, 'refunded' ) );
		$lines = Source\Woocommerce\Order_Lines::class;
		self::watch( 'woocommerce_new_order_item', array( $lines, 'changed' ), 10, 3 );
		self::watch( 'woocommerce_update_order_item', array( $lines, 'changed' ), 10, 3 );
		// The one hook of every way to delete a refund in WooCommerce, wherever the orders are kept.
		Listener::filter( 'woocommerce_pre_delete_order_refund', array( $lines, 'refund_deleted' ), 10, 2 );
		// Orders as posts may be deleted as posts.
		self::watch( 'deleted_post', array( $lines, 'post_deleted' ), 10, 2 );
		$missed = Orders\Missed_Orders::class;
		Listener::on( 'woocommerce_before_delete_order_item', array( $lines, 'removed' ), 10, 1, array( $missed, 'guard_line' ) );
		// Before the changes of the request are written.
		Listener::on( 'shutdown', array( $missed, 'follow_changed' ), -1 );
		Listener::on( 'shutdown', array( $missed, 'try_again' ), -1 );
		// A process that works through a queue lives on.
		Listener::on( 'action_scheduler_after_execute', array( $missed, 'follow_changed' ), 998, 0 );
		self::watch( 'action_scheduler_after_execute', array( Sync\Change_Collector::class, 'flush_all' ), 999, 0 );
		self::watch( 'woocommerce_product_set_stock', array( $orders, 'stock_set' ) );
		self::watch( 'woocommerce_variation_set_stock', array( $orders, 'stock_set' ) );
		Listener::filter( 'woocommerce_duplicate_product_exclude_meta', array( Source\Copies::class, 'product_not_duplicated' ), 10, 2 );
	}

	private static function answer_requests(): void {
		Listener::on( 'rest_api_init', array( Rest\Daemon_Routes::class, 'register' ) );
		Listener::filter( 'rest_pre_serve_request', array( Exact_Output::class, 'before_rest' ), 1, 3 );
		Listener::filter( 'rest_pre_serve_request', array( Rest\Daemon_Routes::class, 'serve' ), 10, 4 );
		Listener::on( 'wp_ajax_artwork_registry', array( Rest\Daemon_Routes::class, 'serve_ajax' ) );
		Listener::on( 'wp_ajax_nopriv_artwork_registry', array( Rest\Daemon_Routes::class, 'serve_ajax' ) );
		Listener::filter( 'rest_dispatch_request', array( Rest\Screen_Answers::class, 'of' ), 20, 4 );
		Listener::on( 'rest_api_init', array( Rest\Webhook_Routes::class, 'register' ) );
		Listener::on( 'wp_ajax_artwork_registry_webhook', array( Rest\Webhook_Routes::class, 'serve_ajax' ) );
		Listener::on( 'wp_ajax_nopriv_artwork_registry_webhook', array( Rest\Webhook_Routes::class, 'serve_ajax' ) );
		Listener::on( 'rest_api_init', array( Rest\Screen_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Connect_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Work_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Certificate_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Bulk_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Fix_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Duplicate_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\All_Duplicates_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Mapping_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Report_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Artist_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Sources_Routes::class, 'register' ) );
		Listener::on( 'rest_api_init', array( Rest\Variation_Routes::class, 'register' ) );
	}

	private static function show_screens(): void {
		Listener::on( 'network_admin_menu', array( Admin\Network_Screen::class, 'register' ) );
		Listener::on( 'admin_enqueue_scripts', array( Admin\Screen::class, 'enqueue' ) );
		Listener::on( 'admin_menu', array( Admin\Screens::class, 'register' ) );
		Listener::on( 'admin_page_access_denied', array( Admin\Screens::class, 'refuse' ) );
		Listener::on( 'admin_enqueue_scripts', array( Admin\Screens::class, 'enqueue' ) );
		Listener::on( 'admin_post_' . Admin\Works_Export::ACTION, array( Admin\Works_Export::class, 'send' ) );
		Listener::on( 'admin_post_' . Admin\Report_Export::ACTION, array( Admin\Report_Export::class, 'send' ) );
		$type = Source\Artwork_Post_Type::NAME;
		Listener::filter( "manage_{$type}_posts_columns", array( Admin\Artwork_Columns::class, 'add' ) );
		Listener::on( "manage_{$type}_posts_custom_column", array( Admin\Artwork_Columns::class, 'show' ), 10, 2 );
		Listener::filter( "manage_edit-{$type}_sortable_columns", array( Admin\Artwork_Columns::class, 'sortable' ) );
		Listener::on( 'pre_get_posts', array( Admin\Artwork_Columns::class, 'sort' ) );
		$quick = Admin\Artwork_Quick_Edit::class;
		Listener::on( 'quick_edit_custom_box', array( $quick, 'show' ), 10, 2 );
		Listener::on( 'add_inline_data', array( $quick, 'add_values' ) );
		Listener::on( 'admin_enqueue_scripts', array( $quick, 'enqueue' ) );
		Listener::on( 'wp_ajax_inline-save', array( $quick, 'refuse' ), 0 );
		Listener::on( "save_post_$type", array( $quick, 'save' ) );
		Listener::filter( 'submenu_file', array( Admin\Screens::class, 'mark_entry' ) );
		Listener::on( 'enqueue_block_editor_assets', array( Admin\Screen::class, 'enqueue_editor' ) );
		Listener::on( 'admin_notices', array( Admin\Welcome_Notice::class, 'show' ) );
		Listener::on( 'wp_ajax_' . Admin\Welcome_Notice::ACTION, array( Admin\Welcome_Notice::class, 'dismiss' ) );
		Listener::on( 'wp_dashboard_setup', array( Admin\Dashboard_Widget::class, 'add' ) );
		Listener::on( 'admin_notices', array( Admin\Account_Notice::class, 'show' ) );
		Listener::on( 'admin_notices', array( Admin\Mapping_Notice::class, 'show' ) );
		Listener::on( 'admin_notices', array( Admin\Newer_Data_Notice::class, 'show' ) );
		Listener::on( 'admin_init', array( Admin\List_Screens::class, 'register' ) );
		Listener::on( 'add_meta_boxes', array( Admin\Work_Box::class, 'add' ) );
		Listener::filter( 'removable_query_args', array( Admin\Bulk_Actions::class, 'forget' ) );
		Listener::on( 'admin_notices', array( Admin\Bulk_Actions::class, 'show' ) );
		Listener::on( 'admin_post_' . Admin\Bulk_Question::ACTION, array( Admin\Bulk_Question::class, 'answer' ) );
		Listener::on( 'restrict_manage_posts', array( Admin\List_Filter::class, 'show' ) );
		Listener::filter( 'posts_where', array( Admin\List_Filter::class, 'narrow' ), 10, 2 );
		Listener::filter( 'posts_search', array( Admin\Art_Id_Search::class, 'widen' ), 20, 2 );
		Listener::filter( 'woocommerce_product_pre_search_products', array( Admin\Art_Id_Search::class, 'products' ), 10, 2 );
		Listener::filter( 'woocommerce_product_data_tabs', array( Admin\Product_Panel::class, 'add_tab' ) );
		Listener::on( 'woocommerce_product_data_panels', array( Admin\Product_Panel::class, 'show' ) );
		Listener::on( 'after_plugin_row_' . plugin_basename( ARTWORK_REGISTRY_FILE ), array( Admin\Plugins_Screen::class, 'show_row' ), 10, 0 );
		Listener::on( 'admin_print_footer_scripts-plugins.php', array( Admin\Plugins_Screen::class, 'ask' ) );
		Listener::filter( 'plugin_action_links_' . plugin_basename( ARTWORK_REGISTRY_FILE ), array( Admin\Screen::class, 'add_link' ) );
	}

	/** What visitors see: blocks where the gallery puts them, and one line for search engines. */
	private static function show_pages(): void {
		Listener::on( 'init', array( Frontend\Blocks::class, 'register' ) );
		Listener::on( 'wp_head', array( Frontend\Structured_Data::class, 'show' ) );
		$places = Frontend\Art_Id_Places::class;
		Listener::on( 'init', array( $places, 'register' ) );
		Listener::on( 'rest_api_init', array( $places, 'register_field' ) );
		Listener::on( 'graphql_register_types', array( $places, 'register_graphql' ) );
		Listener::on( 'woocommerce_product_meta_end', array( $places, 'in_product' ) );
		Listener::filter( 'the_content', array( $places, 'in_content' ), 20 );
		Listener::filter( 'the_content', array( Source\Artwork_Pictures::class, 'add' ), 11 );
		Listener::filter( 'hooked_block_types', array( $places, 'hook_block' ), 10, 4 );
		Listener::filter( 'oembed_providers', array( Frontend\Registry_Cards::class, 'add_provider' ) );
		Listener::filter( 'oembed_dataparse', array( Frontend\Registry_Cards::class, 'clean' ), 10, 3 );

		$orders = Frontend\Order_Art_Ids::class;
		Listener::on( 'woocommerce_order_item_meta_end', array( $orders, 'for_customer' ), 10, 4 );
		Listener::on( 'woocommerce_after_order_itemmeta', array( $orders, 'for_staff' ), 10, 2 );
		Listener::on( 'woocommerce_order_item_meta_end', array( Frontend\Order_Certificates::class, 'for_customer' ), 11, 4 );
		$certificates = Orders\Sale_Certificates::class;
		self::follow_order( 'woocommerce_payment_complete', array( $certificates, 'paid' ), 30, 1 );
		self::follow_order( 'woocommerce_order_status_changed', array( $certificates, 'paid' ), 30, 1 );
		Listener::filter( 'woocommerce_shop_order_search_results', array( $orders, 'found' ), 10, 2 );
		Listener::filter( 'woocommerce_order_list_table_prepare_items_query_args', array( $orders, 'search' ) );
	}
}
