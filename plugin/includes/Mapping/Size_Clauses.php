<?php
/**
 * Tells which of the sizes in a text is the work's own: "framed 50 × 70" is its frame's, "image 20 × 30, sheet 40 × 50" has two. What
 * cannot be told with certainty is left out, because the registry tells works apart by their size.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Mapping;

final class Size_Clauses {
	private const SHEET = 0;
	private const PLAIN = 1;
	private const WORK  = 2;

	private const FRAME = 'frames?|framed|framing|(?:ein)?gerahmt\p{L}*|(?!keil|spann)\p{L}*rahmen\p{L}*|\p{L}*rahmung|encadr\p{L}*|cadre|incornicia\p{L}*|cornice'
		. '|enmarcad\p{L}*|marco|ingelijst|(?:om)?lijst'
		. '|mount(?:ed)?(?!\p{L}|\s+(?:on|to)\b)|matted|mat(?=\s*:|\s+size)|passe-?partout\p{L}*'
		. '|(?<!à )base(?! de\b)|plinth|pedestal|sockel\p{L}*|socle|packag\p{L}*|packed|verpack\p{L}*|emball\p{L}*';

	private const WITHOUT = '(?:without|w\/o|not|excl(?:uding|\.)?|ohne|nicht|exkl\.?|sans|non|senza|sin|zonder)\s+(?:the\s+|den\s+|dem\s+|le\s+|il\s+|el\s+)?';
	private const ITSELF  = 'un(?:framed|mounted|matted)|un(?:ein)?gerahmt\p{L}*|image|picture|plate|motiv|motif|bild(?:ma(?:ß|ss)e?|größe)?|darstellung|immagine|imagen';
	private const PAPER   = 'sheet|paper|blatt(?:ma(?:ß|ss)e?|größe)?|papier|feuille|foglio|hoja|blad';

	/**
	 * @param list<string> $texts   A text without its brackets, then what stood in them, in small letters.
	 * @param string       $pattern Of "30 × 40".
	 * @return list<array{0: string, 1: int}> Texts in which the work's size may stand; the highest rank counts.
	 */
	public static function of( array $texts, string $pattern ): array {
		$found        = array();
		$is_of_others = false;
		foreach ( $texts as $at => $text ) {
			$clauses = self::clauses( $text, $pattern );
			foreach ( $clauses as $clause ) {
				// "framed 50 × 70 cm (20 × 28 in)": the bracket says the same in another unit, unless it names the work.
				if ( 0 === $at || ! $is_of_others || self::WORK === $clause[1] ) {
					$found[] = $clause;
				}
			}
			$is_of_others = $is_of_others || ( 0 === $at && ! $clauses );
		}
		return $found;
	}

	/** @return list<array{0: string, 1: int}> */
	private static function clauses( string $text, string $pattern ): array {
		$text = (string) preg_replace( self::word( self::WITHOUT . '(?:' . self::FRAME . ')' ), 'unframed', $text );
		if ( ! preg_match( self::word( self::FRAME . '|' . self::ITSELF . '|' . self::PAPER ), $text ) ) {
			return array( array( $text, self::PLAIN ) );
		}
		$found = array();
		$rest  = array();
		foreach ( (array) preg_split( '/,\s+|\s+(?:and|und|et|e|y|en)\s+/u', $text ) as $clause ) {
			$clause    = (string) $clause;
			$sequences = (int) preg_match_all( $pattern, $clause );
			if ( preg_match( self::word( self::FRAME ), $clause ) ) {
				if ( 1 !== $sequences && preg_match( '/\d/', $clause ) ) {
					return array();
				}
			} elseif ( $sequences > 0 && preg_match( self::word( self::ITSELF . '|' . self::PAPER ), $clause ) ) {
				$found[] = array( $clause, preg_match( self::word( self::ITSELF ), $clause ) ? self::WORK : self::SHEET );
			} else {
				$rest[] = $clause;
			}
		}
		return preg_match( '/\d/', implode( $rest ) ) ? array_merge( array( array( implode( ', ', $rest ), self::PLAIN ) ), $found ) : $found;
	}

	private static function word( string $words ): string {
		return '/(?<!\p{L})(?:' . $words . ')(?!\p{L})/u';
	}
}
