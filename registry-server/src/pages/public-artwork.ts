// A work as everybody may see it now.
import type { Artwork } from '@artwork-registry/contract';
import type { Storage } from '../storage/storage.ts';

/** Undefined: unknown, hidden or withdrawn. */
export async function findPublicArtwork(
  storage: Pick<Storage, 'findPublicForm'>,
  id: string,
): Promise<Artwork | undefined> {
  const found = await storage.findPublicForm(id);
  return found?.json === undefined ? undefined : (JSON.parse(found.json) as Artwork);
}
