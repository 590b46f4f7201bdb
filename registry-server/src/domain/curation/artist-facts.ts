// What the operator knows of an artist beyond the name: years, nationality, and which person it is in the lists that museums use.
import type { ArtistFacts } from '../../storage/operator-records.ts';

const EARLIEST = -5000;

/** Why the facts cannot be; undefined: they can. */
export function faultOfFacts(facts: ArtistFacts, thisYear: number): string | undefined {
  const { birthYear, deathYear, ulanId, wikidataId } = facts;
  for (const [name, year] of [
    ['birth year', birthYear],
    ['death year', deathYear],
  ] as const)
    if (year != null && !(Number.isInteger(year) && year >= EARLIEST && year <= thisYear))
      return `the ${name} must be a whole number from ${EARLIEST} to ${thisYear}`;
  if (birthYear != null && deathYear != null && deathYear < birthYear)
    return 'the death year must not be before the birth year';
  if (ulanId != null && !/^500\d{6}$/.test(ulanId))
    return 'a ULAN number has nine digits and begins with 500, such as 500115493';
  if (wikidataId != null && !/^Q[1-9]\d{0,11}$/.test(wikidataId))
    return 'a Wikidata item is Q and a number, such as Q41264';
  return undefined;
}
