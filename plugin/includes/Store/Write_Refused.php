<?php
/**
 * The database refused a write of ours. Nothing of it is there, and no work and no other plugin is to blame: whatever passes over a work
 * that cannot be built stops for this, as it does where the database cannot be read.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Write_Refused extends Read_Failed {}
