<?php
/**
 * The database did not answer a question. That is not "no rows": code that catches this leaves everything as it is, and says that it could
 * not be read.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

class Read_Failed extends \RuntimeException {}
