<?php
/**
 * A place the mapping looks at is gone, with the plugin that made it. The works keep what the registry has of them meanwhile.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

final class Place_Missing extends \RuntimeException {}
