// What a profile shows. Works show a change at once without being rewritten; mirrors hear of it by one step in the feed,
// receivers by one event.
import type { ProfileChanges, ProfileRecord, PublicProfile } from '../../storage/records.ts';
import type { Tx } from '../../storage/tx.ts';
import { eventFor } from '../delivery/events.ts';

/** A change of public fields also writes the event gallery.updated. Undefined where there is no such profile. */
export async function updateProfile(
  tx: Tx,
  slug: string,
  changes: ProfileChanges,
): Promise<ProfileRecord | undefined> {
  const found = await tx.findProfileWithSubscribers(slug);
  if (found === undefined) return undefined;
  const { profile: before, subscribers } = found;
  const after = { ...before, ...changes };
  const now = tx.tick();
  const changed = publicChanges(before, after);
  if (changed.length === 0) {
    await tx.writeProfile(after, now, [], []);
    return after;
  }
  const profile = {
    ...publicProfileOf(after),
    former_slug: before.slug === after.slug ? null : before.slug,
  };
  const events = eventFor(tx, subscribers, {
    type: 'gallery.updated',
    resource: { type: before.type, id: before.id, registry_id: null },
    changedFields: changed,
  });
  await tx.writeProfile(after, now, [{ op: 'profile', profile, updatedAt: now }], events);
  return after;
}

/** What everybody may know of it. */
export function publicProfileOf(profile: ProfileRecord): PublicProfile {
  const { id, type, slug, name, city, country, showCountry } = profile;
  return { id, type, slug, former_slug: null, name, city, country: showCountry ? country : null };
}

/** Whether works can be published into the profile: a museum's are not for clients to write. */
export function isWriteTarget(profile: Pick<ProfileRecord, 'type'>): boolean {
  return profile.type !== 'museum';
}

function publicChanges(before: ProfileRecord, after: ProfileRecord): string[] {
  const shown = (profile: ProfileRecord) => ({
    slug: profile.slug,
    name: profile.name,
    city: profile.city,
    country: profile.showCountry ? profile.country : null,
    website: profile.website,
  });
  const [a, b] = [shown(before), shown(after)];
  return (['slug', 'name', 'city', 'country', 'website'] as const).filter((name) => a[name] !== b[name]);
}
