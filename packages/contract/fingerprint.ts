// The identity of a work as two people would describe it: artist, title, year, size, each brought into one form.
// The server matches on it; the daemon uses it to find possible duplicates before it publishes.
import { hash } from 'node:crypto';
import { foldText } from './fold.ts';
import { PLACEHOLDER_ARTISTS } from './placeholders.ts';

export type FingerprintInput = {
  artist_name: string;
  title: string;
  year_created?: string | null | undefined;
  height_cm?: number | null | undefined;
  width_cm?: number | null | undefined;
  depth_cm?: number | null | undefined;
};

/**
 * SHA-256 in hex, or null when the title is generic or the artist is nobody in particular, and the year or the size (height and width) is
 * missing.
 */
export function fingerprint(work: FingerprintInput): string | null {
  const title = foldText(work.title);
  const year = normaliseYear(work.year_created ?? '');
  const sizes = [work.height_cm, work.width_cm, work.depth_cm].map(normaliseCm);
  const artist = normaliseName(work.artist_name);
  const isVague = GENERIC_TITLES.has(title) || isPlaceholder(artist);
  if (isVague && (year === '' || sizes[0] === '' || sizes[1] === '')) return null;
  const parts = [artist, title, year, ...sizes];
  return hash('sha256', parts.join('\u001f'));
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

/** Whether a name names no person: "Anonymous", "Unknown artist", or nothing but punctuation. */
export function isPlaceholderArtist(name: string): boolean {
  return isPlaceholder(normaliseName(name));
}

function isPlaceholder(normalised: string): boolean {
  return PLACEHOLDER_ARTISTS.has(normalised) || !/[\p{L}\p{N}]/u.test(normalised);
}

/** Whether a name is written "Last, First": the form in which lists sort it. */
export function isInvertedName(name: string): boolean {
  return normaliseName(name) !== foldText(name);
}

const NAME_SUFFIX = /^(jr|sr|junior|senior|ii|iii|iv)\.?$/i;

const CIRCA = /(?<![\p{L}\d])(circa|ca|c|um|vers|hacia|verso|approximately|approx|about)(?=\s|\d)\s*/gu;

// "1826-7" and "1826-27" are 1826 to 1827; "1826-12" is not a range of years, but two people who write it mean the same.
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
