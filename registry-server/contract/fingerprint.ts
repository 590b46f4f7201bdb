// The identity of a work as two people would describe it: artist, title, year, size, each brought into one form.
// The server matches on it; the daemon uses it to find look-alikes before it publishes.
import { createHash } from 'node:crypto';

export type FingerprintInput = {
  artist_name: string;
  title: string;
  year_created?: string | null | undefined;
  height_cm?: number | null | undefined;
  width_cm?: number | null | undefined;
  depth_cm?: number | null | undefined;
};

/** SHA-256 in hex, or null when the title is generic and the year or the size (height and width) is missing. */
export function fingerprint(work: FingerprintInput): string | null {
  const title = foldText(work.title);
  const year = normaliseYear(work.year_created ?? '');
  const sizes = [work.height_cm, work.width_cm, work.depth_cm].map(normaliseCm);
  if (GENERIC_TITLES.has(title) && (year === '' || sizes[0] === '' || sizes[1] === '')) return null;
  const parts = [normaliseName(work.artist_name), title, year, ...sizes];
  return createHash('sha256').update(parts.join('\u001f')).digest('hex');
}

/** An artist's name in natural order ("Picasso, Pablo" = "pablo picasso"). Attribution words stay: "after X" is not X. */
export function normaliseName(name: string): string {
  const [last, first, suffix, ...more] = name.split(',').map((part) => part.trim());
  if (last && first && more.length === 0) {
    if (suffix === undefined && !NAME_SUFFIX.test(first)) return foldText(`${first} ${last}`);
    if (suffix !== undefined && NAME_SUFFIX.test(suffix)) return foldText(`${first} ${last} ${suffix}`);
  }
  return foldText(name);
}

/** NFKD, diacritics stripped, case folded, punctuation and white space collapsed to single spaces. */
export function foldText(text: string): string {
  const folded = text.normalize('NFKD').replace(DIACRITICS, '').toUpperCase().toLowerCase();
  const words = folded.replace(/[\p{P}\s\p{Z}\p{C}]+/gu, ' ').trim();
  // A title of nothing but punctuation ("?!") keeps it: two such works are not the same one.
  return words === '' ? folded.trim() : words;
}

// Only the diacritic blocks: the vowel signs of Indic scripts and the voicing marks of kana are marks too, but they
// make other words.
// eslint-disable-next-line no-misleading-character-class -- the marks themselves are what is meant
const DIACRITICS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;

const NAME_SUFFIX = /^(jr|sr|junior|senior|ii|iii|iv)\.?$/i;

const CIRCA = /(?<![\p{L}\d])(circa|ca|c|um|vers|hacia|verso|approximately|approx|about)(?=\s|\d)\s*/gu;

// "1826-7" and "1826-27" are 1826 to 1827; "1826-12" is no range of years, but two people who write it mean the same.
const SHORT_RANGE = /(?<!\d)(\d{4}) (\d{1,2})(?!\d)/g;

/** Words for "no year", folded. */
export const NO_YEAR: ReadonlySet<string> = new Set(
  [
    'date not known',
    'date unknown',
    'not dated',
    'undated',
    'no date',
    'n.d.',
    'unknown',
    'o. J.',
    'ohne Jahr',
    'undatiert',
    's.d.',
    'sans date',
    'senza data',
    'sin fecha',
  ].map(foldText),
);

/** Titles that name no work in particular, folded. */
export const GENERIC_TITLES: ReadonlySet<string> = new Set(
  [
    'untitled',
    'no title',
    'without title',
    'title not known',
    'title unknown',
    'not titled',
    'ohne titel',
    'o.T.',
    'unbetitelt',
    'titel unbekannt',
    'sans titre',
    'titre inconnu',
    'senza titolo',
    'titolo sconosciuto',
    'sin título',
    'sem título',
    'sense títol',
    'zonder titel',
    'uden titel',
    'utan titel',
    'uten tittel',
    'nimetön',
    'bez tytułu',
    'bez názvu',
    'cím nélkül',
    'без названия',
    '無題',
    '无题',
    '무제',
  ].map(foldText),
);

/** "circa" dropped, ranges written out, "not dated" as nothing; what else is said ("before", "exhibited") stays. */
function normaliseYear(year: string): string {
  const folded = foldText(year);
  if (NO_YEAR.has(folded)) return '';
  return folded.replace(CIRCA, '').trim().replace(SHORT_RANGE, writtenOut);
}

function writtenOut(range: string, first: string, ending: string): string {
  const second = first.slice(0, -ending.length) + ending;
  return second > first ? `${first} ${second}` : range;
}

function normaliseCm(cm: number | null | undefined): string {
  return cm == null ? '' : (Math.round(cm * 10) / 10).toFixed(1);
}
