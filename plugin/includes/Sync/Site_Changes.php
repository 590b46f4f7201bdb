<?php
/**
 * What one site's request has touched so far. A plain record of Change_Collector's: ids are unique only within one site of a network.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Sync;

final class Site_Changes {
	/** @var array<int, string> external_id → source id */
	public $touched = array();
	/** @var array<int, string> external_id → title of a deleted work */
	public $deleted = array();
	/** @var array<int, true> Touched products all of whose variations may be other works now. */
	public $products = array();
	/** @var array<int, int> Variations that visitors do not see now → their product. */
	public $hidden = array();
	/** @var array<int, bool> Products of hidden variations → whether their variations are the works. */
	public $split = array();
	/** @var array<int, true> Attachments that changed. */
	public $pictures = array();
	/** @var array<int, true> Attachments made in this request that no post shows yet: nobody's picture. */
	public $uploaded = array();
	/** @var array<int, int> Posts → the attachment that they show from now on; 0: none. */
	public $shown = array();
	/** @var int Unix milliseconds of the oldest entry; 0: there is none. */
	public $since = 0;
}
