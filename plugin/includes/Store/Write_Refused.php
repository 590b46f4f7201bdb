<?php
/**
 * The database refused a write of ours. Nothing of it is there, and no work and no other plugin is to blame.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Write_Refused extends \RuntimeException {}
