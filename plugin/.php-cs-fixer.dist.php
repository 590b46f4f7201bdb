<?php
/**
 * Layout of PHP: WordPress spacing as far as the fixer can see to it.
 *
 * @package ArtworkRegistry
 */

return ( new PhpCsFixer\Config() )
	->setIndent( "\t" )
	->setRules(
		array(
			'array_syntax'                   => array( 'syntax' => 'long' ),
			'cast_spaces'                    => true,
			'encoding'                       => true,
			'indentation_type'               => true,
			'line_ending'                    => true,
			'no_closing_tag'                 => true,
			'no_trailing_whitespace'         => true,
			'no_unused_imports'              => true,
			'no_whitespace_in_blank_line'    => true,
			'ordered_imports'                => true,
			'single_blank_line_at_eof'       => true,
			'single_quote'                   => true,
			'spaces_inside_parentheses'      => array( 'space' => 'single' ),
			'trailing_comma_in_multiline'    => array( 'elements' => array( 'arrays' ) ),
			'visibility_required'            => array( 'elements' => array( 'method', 'property' ) ),
		)
	)
	->setFinder( PhpCsFixer\Finder::create()->in( __DIR__ )->exclude( array( 'build', 'node_modules', 'vendor' ) ) );
