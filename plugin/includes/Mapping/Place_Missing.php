<?php
/**
 * A place that the mapping reads is gone, because its plugin is switched off. Meanwhile the registry keeps its entries of these works.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

final class Place_Missing extends \RuntimeException {}
