<?php
/**
 * The database refused a statement while one work was built, after it had answered for the fields of all works of the page. It may be another
 * plugin's and faulty, so the review looks for the work alone.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

use ArtworkRegistry\Store\Read_Failed;

final class Work_Unread extends Read_Failed {}
