// Which name to offer when artists are renamed or merged. No network, no words.
import type { Artist } from './api.ts';

/** The registry's spelling of the artist with the most works there, else the name with the most works here. */
export function offeredName(artists: Artist[]): string {
  const known = artists
    .filter((artist) => artist.there !== null)
    .sort((one, other) => other.registered - one.registered);
  const commonest = [...artists].sort((one, other) => other.works - one.works);
  return known[0]?.there?.name ?? commonest[0]?.name ?? '';
}

/** All names that could be meant, each once. */
export const namesOf = (artists: Artist[]): string[] => [
  ...new Set(artists.flatMap(({ name, there }) => (there === null ? [name] : [there.name, name]))),
];

/** Those that the new name changes. */
export const changedBy = (artists: Artist[], name: string): Artist[] =>
  name.trim() === '' ? [] : artists.filter((artist) => artist.name !== name.trim());
