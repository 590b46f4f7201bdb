// Makes a tidy list of works as untidy as real shops are, the same way each time: missing artists, sizes in a text and in inches,
// duplicates, entities, emoji, drafts, private and protected products, variations, impossible values.
import type { GalleryWork } from '../wordpress/shop.ts';

export interface MessyWork {
  title: string;
  sku: string;
  status: 'publish' | 'draft' | 'private';
  password?: string;
  artist?: string;
  year?: string;
  medium?: string;
  /** As a text, in an attribute of its own. */
  size?: string;
  /** In the fields for parcels, in centimetres. */
  height_cm?: number;
  width_cm?: number;
  depth_cm?: number;
  price?: number;
  /** Frames that a buyer chooses from: the product has a variation for each. */
  frames?: string[];
  /** What is wrong with it. */
  mess: string[];
  /** The artist that its owner knows. */
  knownArtist: string;
}

const EMOJI = ['🎨', '✨', '🖼️', '❤️'];
const ARTIST = 'Gallery Artist';

/** `count` works in all; of `works` as many as are needed, with a number in the title from the second round on. */
export function makeMessy(works: GalleryWork[], count: number): MessyWork[] {
  const messy: MessyWork[] = [];
  for (let index = 0; messy.length < count; index += 1) {
    const round = Math.floor(index / works.length);
    const work = works[index % works.length]!;
    messy.push(messyOf(work, index, round === 0 ? '' : ` (state ${round + 1})`));
    // A product that was copied in the shop, and whose copy nobody changed.
    if (index % 40 === 11 && messy.length < count) {
      const copy = messy.at(-1)!;
      messy.push({ ...copy, sku: `${copy.sku}-COPY`, mess: [...copy.mess, 'duplicate'] });
    }
  }
  return messy;
}

function messyOf(work: GalleryWork, index: number, suffix: string): MessyWork {
  const knownArtist = work.artist ?? ARTIST;
  const messy: MessyWork = {
    title: work.title + suffix,
    sku: `MESS-${index}`,
    status: 'publish',
    artist: knownArtist,
    mess: [],
    knownArtist,
    ...(work.year === undefined ? {} : { year: work.year }),
    ...(work.medium === undefined ? {} : { medium: work.medium }),
    ...(index % 3 === 0 ? { price: 400 + index } : {}),
  };
  const note = (name: string, patch: Partial<MessyWork>) => {
    Object.assign(messy, patch);
    messy.mess.push(name);
  };
  spoilSize(work, index, note);
  if (index % 19 === 3) {
    delete messy.artist;
    messy.mess.push('no artist');
  } else if (index % 10 === 4) note('last name first', { artist: lastNameFirst(knownArtist) });
  if (index % 31 === 5) note('entities', { title: `${messy.title} &amp; Caf&eacute; &#8220;Bleu&#8221;` });
  if (index % 37 === 6) note('emoji', { title: `${EMOJI[index % EMOJI.length]} ${messy.title}` });
  if (index % 29 === 7) note('draft', { status: 'draft' });
  if (index % 97 === 8) note('private', { status: 'private' });
  if (index % 89 === 9) note('password', { password: 'secret' });
  if (index % 43 === 10) note('variations', { frames: ['Oak', 'Ash', 'Walnut'] });
  if (index % 113 === 12) note('no title', { title: '' });
  if (index % 83 === 13) note('long title', { title: `${messy.title} `.repeat(40).slice(0, 620) });
  if (index % 59 === 14)
    note('year in words', {
      year: 'o. J., vermutlich um die Jahrhundertwende, nach mündlicher Überlieferung',
    });
  if (index % 71 === 15) note('untitled', { title: 'Untitled' });
  if (index % 61 === 16)
    note('spaces', { title: `  ${messy.title} \u00a0 `, artist: ` ${knownArtist}\u200b ` });
  return messy;
}

/** In the fields for parcels, as a text in centimetres or inches, in words, or nowhere. */
function spoilSize(
  { height_cm: height, width_cm: width, depth_cm: depth }: GalleryWork,
  index: number,
  note: (name: string, patch: Partial<MessyWork>) => void,
): void {
  if (height === undefined || width === undefined) return;
  const sides = [height, width, ...(depth === undefined ? [] : [depth])];
  const inches = sides.map((side) => (side / 2.54).toFixed(2));
  const kind = index % 10;
  if (kind < 3) note('size in a text', { size: `${sides.join(' x ')} cm` });
  else if (kind < 5) note('size in inches', { size: `${inches.join(' × ')} in.` });
  else if (kind === 5) note('size in words', { size: index % 20 === 5 ? 'large' : 'approx. A2' });
  else if (kind === 6) note('no size', {});
  else if (index % 101 === 17) note('impossible size', { height_cm: 99_999_999, width_cm: width });
  else
    note('size for parcels', {
      height_cm: height,
      width_cm: width,
      ...(depth === undefined ? {} : { depth_cm: depth }),
    });
}

function lastNameFirst(name: string): string {
  const words = name.split(' ');
  // A name with a comma, or of many words, has roles and several artists in it.
  if (name.includes(',') || words.length < 2 || words.length > 3) return name;
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
}
