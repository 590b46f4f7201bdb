// The organisation and the profile that are made when a request for access is approved for somebody new.
import type { AccessRequestRecord, ProfileType, Recipient } from '../../storage/records.ts';
import { slugOf } from '../curation/slug.ts';

export const PROFILE_TYPES: readonly ProfileType[] = ['gallery', 'museum', 'collection'];

export type NewGallery = {
  slug: string;
  name: string;
  type: ProfileType;
  city: string | null;
  country: string | null;
  showCountry: boolean;
};

/** As the person who asked wrote it. `slug` is empty where nothing of the name has an ASCII form. */
export function suggestGallery({ organization, name }: AccessRequestRecord): NewGallery {
  const called = organization ?? name;
  return {
    slug: slugOf(called),
    name: called,
    type: 'gallery',
    city: null,
    country: null,
    showCountry: false,
  };
}

/** Organisation and profile get the same slug and name. */
export function recipientOf({ slug, name, ...shown }: NewGallery, website: string | null): Recipient {
  return { organization: { slug, name }, profile: { ...shown, slug, name, website, inDumps: true } };
}
