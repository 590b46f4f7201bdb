// The one form in which text is compared: for fingerprints, slugs, names of artists and the search. The plugin has the same in PHP
// (plugin/includes/Work/Fingerprint.php), and its test compares the two.

/** Letters that people leave the stroke out of, and that Unicode does not decompose. In small letters, because case is folded first. */
export const UNDECOMPOSED_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
};

// Signs that people leave out: diacritics, points of Hebrew, harakat and tatweel of Arabic, variation selectors. The vowel signs of
// Indic scripts, the voicing of kana and the hamza are marks too, but they make other words.
const OPTIONAL_SIGNS =
  '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f' +
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0610-\\u061a\\u0640\\u064b-\\u0652\\u0656-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed' +
  '\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
// eslint-disable-next-line no-misleading-character-class -- the marks themselves are what is meant
const OPTIONAL = new RegExp(`[${OPTIONAL_SIGNS}]`, 'gu');

const LETTERS = new RegExp(`[${Object.keys(UNDECOMPOSED_LETTERS).join('')}]`, 'gu');

// Beside punctuation: the apostrophes that Unicode calls letters, the grave accent that stands for one, and the strokes of fractions.
const BETWEEN_WORDS = /[\p{P}\s\p{Z}\p{C}\u02b9-\u02bf\u02c8\u02ee\ua78b\ua78c`\u2044\u2215]+/gu;

// "1½" is "1 1/2", and not "11/2".
const MIXED_FRACTION = /(?<=\d)(?=[\u00bc-\u00be\u2150-\u215f\u2189])/gu;

/** NFKD, case folded, optional signs dropped, letters without decomposition replaced, all between words as a single space. */
export function foldText(text: string): string {
  const folded = PLAIN.test(text) ? text.toLowerCase() : foldLetters(text);
  const words = folded.replace(BETWEEN_WORDS, ' ').trim();
  // A title of nothing but punctuation ("?!") keeps it: two such works are not the same one.
  return words || folded.trim() || text.trim();
}

// Most text is plain, and has nothing to decompose.
const PLAIN = /^[ -~]*$/;

function foldLetters(text: string): string {
  return text
    .replace(MIXED_FRACTION, ' ')
    .normalize('NFKD')
    .replace(OPTIONAL, '')
    .toUpperCase()
    .toLowerCase()
    .replace(LETTERS, (letter) => UNDECOMPOSED_LETTERS[letter] ?? letter);
}

/** How many signs that people leave out stand in the text; letters that Unicode has with their signs are to be decomposed before. */
export const countOptionalSigns = (text: string): number => text.match(OPTIONAL)?.length ?? 0;
