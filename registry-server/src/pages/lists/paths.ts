// Addresses of the public pages.

/** A gallery, museum or collection. */
export function institutionPath({ type, slug }: { type: string; slug: string }): string {
  return `/${INSTITUTIONS[type as InstitutionType] ?? 'collections'}/${slug}`;
}

/** Type of a profile → first part of its addresses. */
export const INSTITUTIONS = { gallery: 'galleries', museum: 'museums', collection: 'collections' } as const;
export type InstitutionType = keyof typeof INSTITUTIONS;
