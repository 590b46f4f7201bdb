<?php
/**
 * The table of pictures is not whole yet, so it says nothing of which works share one. Unlike other failures, this one ends by itself:
 * each call of the sync service reads the table further.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Pictures_Unread extends Read_Failed {}
