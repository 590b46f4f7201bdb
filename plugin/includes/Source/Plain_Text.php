<?php
/**
 * The registry stores plain text: no tags, no entities, nothing invisible, nothing that turns the direction of reading. Repairs
 * what is clear here instead of letting the registry refuse it: titles from old catalogues are full of it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Source;

final class Plain_Text {
	/** Tags of HTML, which a browser does not show, and of Word ("<o:p>"). "I <3 New York" and "<Untitled>" are not tags. */
	private const TAGS = 'a|abbr|acronym|address|article|aside|audio|b|bdi|bdo|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|dfn|dialog|div|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|meta|nav|noscript|object|ol|option|p|picture|pre|q|rp|rt|ruby|s|samp|section|select|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|tr|tt|u|ul|var|video|wbr|[a-z]\w*:[a-z][\w.]*';

	/** Windows-1252 read as Latin-1 or Unicode: quotes and dashes at 0x80 to 0x9F became control characters. */
	private const WINDOWS = array(
		0x80 => '€',
		0x82 => '‚',
		0x83 => 'ƒ',
		0x84 => '„',
		0x85 => '…',
		0x86 => '†',
		0x87 => '‡',
		0x88 => 'ˆ',
		0x89 => '‰',
		0x8A => 'Š',
		0x8B => '‹',
		0x8C => 'Œ',
		0x8E => 'Ž',
		0x91 => '‘',
		0x92 => '’',
		0x93 => '“',
		0x94 => '”',
		0x95 => '•',
		0x96 => '–',
		0x97 => '—',
		0x98 => '˜',
		0x99 => '™',
		0x9A => 'š',
		0x9B => '›',
		0x9C => 'œ',
		0x9E => 'ž',
		0x9F => 'Ÿ',
	);

	/** Fillers, tags and old format marks: invisible, though Unicode counts some among letters and marks. */
	private const UNSEEN = '\x{34F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{2065}\x{3164}\x{FFA0}\x{FFF0}-\x{FFFB}\x{E0000}-\x{E00FF}\x{E01F0}-\x{E0FFF}';

	/** Characters that emoji sequences are joined of. */
	private const EMOJI = '\x{2194}\x{2195}\x{2620}\x{2640}\x{2642}\x{2695}\x{2696}\x{26A7}\x{26D3}\x{2708}\x{2764}\x{27A1}\x{2B1B}\x{1F300}-\x{1F3FA}\x{1F400}-\x{1F53D}\x{1F546}-\x{1F64F}\x{1F680}-\x{1F6FF}\x{1F90C}-\x{1F93A}\x{1F93C}-\x{1F945}\x{1F947}-\x{1FAFF}';

	/** @param mixed $value Anything but text and numbers becomes "". */
	public static function of( $value ): string {
		$text = is_scalar( $value ) ? self::utf8( (string) $value ) : '';
		if ( false !== strpos( $text, '<' ) ) {
			$text = (string) preg_replace(
				array( '#<(script|style)\b[^>]*>.*?</\1\s*>#is', '/<!--.*?-->/s', '#</?(?:' . self::TAGS . '|script|style)(?:\s[^<>]*|/)?>#i' ),
				'',
				$text
			);
		}
		$text = html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return trim( preg_match( '/[^\x09\x0A\x20-\x7E]/', $text ) ? self::visible( $text ) : $text );
	}

	/**
	 * Keeps zero-width joiners between characters, because Persian words and emoji need them, and a variation selector behind a character.
	 * Keeps Arabic number signs, which are visible. The registry refuses all other invisible characters (contract/text.ts).
	 */
	private static function visible( string $text ): string {
		$text = (string) preg_replace_callback(
			'/[\x{80}-\x{9F}]/u',
			static function ( array $match ): string {
				return self::WINDOWS[ ord( $match[0][1] ) ] ?? '';
			},
			(string) preg_replace( '/\r\n?|[\x{2028}\x{2029}]/u', "\n", $text )
		);
		$join = '[\x{200C}\x{200D}]';
		$vary = '[\x{FE00}-\x{FE0F}\x{E0100}-\x{E01EF}]';
		return (string) preg_replace(
			array(
				'/[\x00-\x08\x0B-\x1F\x7F]|[^\P{Cf}\x{200C}\x{200D}\x{600}-\x{605}\x{6DD}\x{70F}\x{8E2}]|[' . self::UNSEEN . ']/u',
				"/(?<=$vary)$vary+|(?<![^\\s\\p{C}])$vary+/u",
				"/$join+(?=$join)|(?<![\\p{L}\\p{M}\\p{N}\\x{1F3FB}-\\x{1F3FF}" . self::EMOJI . "])$join|$join(?![\\p{L}\\p{M}" . self::EMOJI . '])/u',
			),
			'',
			$text
		);
	}

	/** Bytes that are not UTF-8 come from an import in the encoding of old Windows programs. */
	private static function utf8( string $text ): string {
		if ( 1 === preg_match( '//u', $text ) ) {
			return $text;
		}
		$converted = function_exists( 'mb_convert_encoding' ) ? mb_convert_encoding( $text, 'UTF-8', 'Windows-1252' ) : false;
		return is_string( $converted ) ? $converted : wp_check_invalid_utf8( $text, true );
	}
}
