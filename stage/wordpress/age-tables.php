<?php
// For `wp eval-file`: all tables that are there get the collation that WordPress chose before its version 4.6.
foreach ( $GLOBALS['wpdb']->get_col( 'SHOW TABLES' ) as $table ) {
	if ( false === $GLOBALS['wpdb']->query( "ALTER TABLE `$table` CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci" ) ) {
		WP_CLI::error( "$table: " . $GLOBALS['wpdb']->last_error );
	}
}
