// The registry as the specification tells it, in memory and without a normaliser: which spellings are the same is
// written down in the tables below, so that the model cannot share a mistake with the program.
export type Org = 'own' | 'other';
export type Fields = {
  title: string;
  artist_name: string;
  year_created?: string | undefined;
  height_cm?: number | undefined;
  width_cm?: number | undefined;
  availability?: string | undefined;
  price?: { amount: number; currency: string } | undefined;
  external_id?: string | undefined;
  inventory_ref?: string | undefined;
  source_url?: string | undefined;
  cover_image_url?: string | undefined;
};

/** Spelling → what it means. Rows of one meaning are one title, artist, year or height; `*` stands for the run's mark. */
export const TITLES = new Map([
  ['Blue Room', 'blue'],
  ['BLUE  ROOM', 'blue'],
  ['Blüe Room!', 'blue'],
  ['Red Room', 'red'],
  ['Untitled', 'generic'],
  ['Ohne Titel', 'generic-de'],
]);
export const ARTISTS = new Map([
  ['Zoë Quill*', 'zoe'],
  ['Quill*, Zoe', 'zoe'],
  ['ZOE QUILL*', 'zoe'],
  ['After Zoe Quill*', 'after-zoe'],
  ['Ben Cole*', 'ben'],
  ['Bjørn Ås*', 'bjorn'],
  ['Bjorn As*', 'bjorn'],
]);
export const YEARS = new Map([
  ['1989', '1989'],
  ['c. 1989', '1989'],
  ['1990', '1990'],
]);
export const HEIGHTS = new Map([
  [10, '10'],
  [10.02, '10'],
  [11, '11'],
]);

const PRICED = new Set(['for_sale', 'open_to_offers']);

export type Work = Fields & { registryId: string; org: Org };
export type Found = { work: Work; matchedOn: string };

export class RegistryModel {
  readonly works: Work[] = [];
  readonly answers = new Map<string, { body: string; registryId: string }>();

  /** The work that a publish of these fields would duplicate: own works first, then the oldest. */
  find(org: Org, fields: Fields): Found | undefined {
    const own = this.works.filter((work) => work.org === org);
    const others = this.works.filter((work) => work.org !== org && isPublic(work));
    const print = identityOf(fields);
    const byPrint = print && [...own, ...others].find((work) => identityOf(work) === print);
    if (byPrint) return { work: byPrint, matchedOn: 'fingerprint' };
    const carriers = (key: keyof Fields) =>
      own.filter((candidate) => fields[key] !== undefined && candidate[key] === fields[key]);
    const [byExternalId] = carriers('external_id');
    if (byExternalId) return { work: byExternalId, matchedOn: 'external_id' };
    // What two works carry identifies neither.
    const onlyCarrier = (key: keyof Fields) => (carriers(key).length === 1 ? carriers(key)[0] : undefined);
    const byInventoryRef = onlyCarrier('inventory_ref');
    if (byInventoryRef) return { work: byInventoryRef, matchedOn: 'inventory_ref' };
    const unlike = (work: Work) =>
      (['external_id', 'inventory_ref'] as const).some(
        (key) => work[key] !== undefined && fields[key] !== undefined && work[key] !== fields[key],
      );
    for (const [key, matchedOn] of [
      ['source_url', 'source_url'],
      ['cover_image_url', 'image_url'],
    ] as const) {
      const work = onlyCarrier(key);
      if (work && !unlike(work)) return { work, matchedOn };
    }
    return undefined;
  }

  publicWorks(org?: Org): Work[] {
    return this.works.filter((work) => isPublic(work) && (org === undefined || work.org === org));
  }
}

export const isPublic = (work: Fields): boolean => work.availability !== 'fully_private';

/** What everybody may see of a work: facts that follow from what was sent. */
export function shownOf(work: Work) {
  const availability = work.availability ?? 'not_for_sale';
  const isSized = work.height_cm !== undefined || work.width_cm !== undefined;
  return {
    registry_id: work.registryId,
    title: work.title,
    year_created: work.year_created ?? null,
    dimensions_cm: isSized
      ? { height: work.height_cm ?? null, width: work.width_cm ?? null, depth: null }
      : null,
    availability,
    price: PRICED.has(availability) ? (work.price ?? null) : null,
  };
}

/** Undefined: too little to tell two works apart. */
function identityOf(fields: Fields): string | undefined {
  const title = TITLES.get(fields.title) ?? '';
  const year = fields.year_created === undefined ? '' : (YEARS.get(fields.year_created) ?? '');
  const height = fields.height_cm === undefined ? '' : (HEIGHTS.get(fields.height_cm) ?? '');
  const width = String(fields.width_cm ?? '');
  if (title.startsWith('generic') && [year, height, width].includes('')) return undefined;
  return [ARTISTS.get(fields.artist_name), title, year, height, width].join('|');
}
