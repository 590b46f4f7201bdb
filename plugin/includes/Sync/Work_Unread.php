<?php
/**
 * The database refused a faulty statement while one work was built, after it had answered for the fields of all works of the page. It is not
 * ours, and where it fails so again for this work alone, the review continues without it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Store\Read_Failed;

final class Work_Unread extends Read_Failed {}
