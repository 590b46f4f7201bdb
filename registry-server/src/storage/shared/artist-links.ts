// Which person an artist is, in the lists that museums use.

/** Addresses that name the same person. */
export function sameAs(ulanId: string | null, wikidataId: string | null): string[] {
  return [
    ...(ulanId === null ? [] : [`http://vocab.getty.edu/ulan/${ulanId}`]),
    ...(wikidataId === null ? [] : [`http://www.wikidata.org/entity/${wikidataId}`]),
  ];
}
