<?php
/**
 * The database refused a statement while one work was built, after it had answered for the fields of all works of the page. Another plugin's
 * own statement, or a work that is too much for the database: whatever fails so again and again alone is to blame.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Store\Read_Failed;

final class Work_Unread extends Read_Failed {}
