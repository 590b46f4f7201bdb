<?php
/**
 * Holds the arrows of docs/architecture.md between the folders of includes/, and refuses a cycle of classes anywhere. deptrac knows
 * folders but not cycles of classes, so this reads the classes with the parser that PHPStan and PHPUnit use as well.
 * `--graph` also prints every class with the classes it refers to.
 *
 * @package ArtworkRegistry
 */

use PhpParser\Node;
use PhpParser\Node\Name;
use PhpParser\NodeTraverser;
use PhpParser\NodeVisitor\NameResolver;
use PhpParser\NodeVisitorAbstract;
use PhpParser\ParserFactory;

require_once dirname( __DIR__ ) . '/vendor/autoload.php';

const ROOT = 'ArtworkRegistry\\';

/** Folder → the folders it may refer to, besides itself; each also has what those have. "." is the floor: Clock, Log, Text, Network. */
const ARROWS = array(
	'.'         => array(),
	'Store'     => array( '.' ),
	'Source'    => array( 'Store' ),
	'Mapping'   => array( 'Source' ),
	'Work'      => array( 'Mapping' ),
	'Sync'      => array( 'Work' ),
	'View'      => array( 'Sync' ),
	'Protocol'  => array( 'View' ),
	'Orders'    => array( 'Protocol' ),
	'Frontend'  => array( 'View' ),
	'Admin'     => array( 'Orders' ),
	'Health'    => array( 'Admin' ),
	'Rest'      => array( 'Orders' ),
	'Cli'       => array( 'Orders', 'Health' ),
	'Abilities' => array( 'Orders', 'Health' ),
	'entry'     => array( 'Frontend', 'Rest', 'Cli', 'Abilities' ),
);

/** Classes beside the folders that start the plugin and so know everything. */
const ENTRY = array( 'Hooks', 'Installation', 'Uninstaller' );

/** @return array<string, list<string>> Class → classes of ours that its code names. */
function graph( string $folder ): array {
	$parser = ( new ParserFactory() )->createForHostVersion();
	$graph  = array();
	foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $folder, FilesystemIterator::SKIP_DOTS ) ) as $file ) {
		if ( 'php' !== $file->getExtension() ) {
			continue;
		}
		$names = new class() extends NodeVisitorAbstract {
			/** @var array<string, true> */
			public $found = array();

			public function enterNode( Node $node ) {
				if ( $node instanceof Name && 0 === strpos( $node->toString(), ROOT ) ) {
					$this->found[ substr( $node->toString(), strlen( ROOT ) ) ] = true;
				}
				return null;
			}
		};
		$class = strtr( substr( $file->getPathname(), strlen( $folder ) + 1, -4 ), '/', '\\' );
		$tree  = new NodeTraverser( new NameResolver(), $names );
		$tree->traverse( (array) $parser->parse( (string) file_get_contents( $file->getPathname() ) ) );
		$graph[ $class ] = array_keys( $names->found );
	}
	ksort( $graph );
	foreach ( $graph as $class => $names ) {
		$graph[ $class ] = array_values( array_filter( $names, static fn( string $name ): bool => $name !== $class && isset( $graph[ $name ] ) ) );
	}
	return $graph;
}

function layer( string $class ): string {
	$at = strpos( $class, '\\' );
	return false !== $at ? substr( $class, 0, $at ) : ( in_array( $class, ENTRY, true ) ? 'entry' : '.' );
}

/** @return list<string> The folder itself and all below it. */
function below( string $layer ): array {
	return array_unique( array_merge( array( $layer ), ...array_map( 'below', ARROWS[ $layer ] ) ) );
}

/**
 * @param array<string, list<string>> $graph
 * @return list<list<string>> Groups of classes that reach each other: Tarjan's strongly connected components.
 */
function cycles( array $graph ): array {
	$index = $low = $stack = $found = array();
	$visit = static function ( string $class ) use ( &$visit, &$index, &$low, &$stack, &$found, $graph ): void {
		$index[ $class ] = $low[ $class ] = count( $index );
		$stack[ $class ] = true;
		foreach ( $graph[ $class ] as $next ) {
			if ( ! isset( $index[ $next ] ) ) {
				$visit( $next );
			}
			if ( isset( $stack[ $next ] ) ) {
				$low[ $class ] = min( $low[ $class ], $low[ $next ] );
			}
		}
		if ( $low[ $class ] === $index[ $class ] ) {
			$group = array_slice( array_keys( $stack ), (int) array_search( $class, array_keys( $stack ), true ) );
			$stack = array_diff_key( $stack, array_flip( $group ) );
			if ( count( $group ) > 1 ) {
				$found[] = $group;
			}
		}
	};
	foreach ( array_keys( $graph ) as $class ) {
		if ( ! isset( $index[ $class ] ) ) {
			$visit( $class );
		}
	}
	return $found;
}

$graph   = graph( $argv[2] ?? dirname( __DIR__ ) . '/includes' );
$reverse = array();
$counts  = array();
foreach ( $graph as $class => $names ) {
	$from = layer( $class );
	foreach ( $names as $name ) {
		$to = layer( $name );
		if ( ! isset( ARROWS[ $from ] ) || ! in_array( $to, below( $from ), true ) ) {
			$reverse[] = "$class -> $name";
		}
		if ( $from !== $to ) {
			$counts[ $from ][ $to ] = ( $counts[ $from ][ $to ] ?? 0 ) + 1;
		}
	}
	if ( '--graph' === ( $argv[1] ?? '' ) ) {
		echo "$class -> " . implode( ', ', $names ) . "\n";
	}
}
foreach ( array_keys( ARROWS ) as $layer ) {
	$arrows = array();
	foreach ( $counts[ $layer ] ?? array() as $to => $count ) {
		$arrows[] = "$to $count";
	}
	echo str_pad( $layer, 10 ) . ( $arrows ? '-> ' . implode( ', ', $arrows ) : '' ) . "\n";
}
$cycles = cycles( $graph );
foreach ( $cycles as $group ) {
	echo 'cycle: ' . implode( ' <-> ', $group ) . "\n";
}
foreach ( $reverse as $arrow ) {
	echo "reverse arrow: $arrow\n";
}
echo count( $graph ) . ' classes, ' . array_sum( array_map( 'count', $graph ) ) . ' arrows, ' . count( $reverse ) . ' reverse, '
	. count( $cycles ) . " cycles\n";
exit( $reverse || $cycles ? 1 : 0 );
