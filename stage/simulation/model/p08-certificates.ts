// P8: A certificate states what its gallery stated, and its status is true. The holder verifies signatures; here the content is compared with what
// the work was when the certificate was issued.
import { canonical } from './answers.ts';
import { certificateStories, possibleStatuses, type CertificateStory } from './certificates.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding } from './observation.ts';
import type { HeldCertificate } from './observers/certificate-holder.ts';
import { truthOf } from './timeline.ts';
import { latestTime } from './webhooks.ts';
import type { FieldName } from './works.ts';
import { UNSEEN } from './works.ts';

/** Compared by their text or number as it was sent. */
const STATED: readonly FieldName[] = ['title', 'year_created', 'medium', 'height_cm', 'width_cm'];

export const certificatesAtRest: Check = (context) => {
  const { world, quiet, ledger, observers } = context;
  const all = certificateStories(quiet, ledger);
  return all.flatMap((story) => {
    const held = observers.certificates.state.held[story.id];
    if (held === undefined || truthOf(story.exists.at(world.now)) !== 'yes') return [];
    // A restore takes newer certificates over; what it does with one whose work came after the backup is not written anywhere.
    const work = ledger.works.get(story.registryId);
    // Of a work whose publication was not heard it is not known on which side of a backup it was.
    const exists = work === undefined ? 'maybe' : truthOf(work.exists.at(world.now));
    const mayBeLost = exists === 'maybe' && ledger.restores.some(({ ended }) => ended >= story.issued.asked);
    if (mayBeLost || exists === 'no') return [];
    if (held.httpStatus !== 200) {
      const sentence = `certificate ${story.id} was issued with a good answer, and its address answers ${held.httpStatus}`;
      return [finding('P8', sentence, story.entries)];
    }
    return [
      ...wrongStatus(context, all, story, held),
      ...wrongContent(context, story, held),
      ...wrongDay(context, story, held),
    ];
  });
};

function wrongStatus(
  { world, ledger }: Context,
  all: readonly CertificateStory[],
  story: CertificateStory,
  held: HeldCertificate,
): Finding[] {
  const possible = possibleStatuses(world, ledger, all, story);
  const dateFits = (held.withdrawnAt !== null) === (held.status === 'withdrawn');
  if (possible.includes(held.status))
    return dateFits
      ? []
      : [
          finding(
            'P8',
            `certificate ${story.id} is ${held.status} and has withdrawn_at ${String(held.withdrawnAt)}`,
            story.entries,
          ),
        ];
  const promise = possible.join() === 'withdrawn' ? 'P5' : 'P8';
  const sentence = `certificate ${story.id} is ${possible.join(' or ')}, and its address says ${held.status}`;
  const work = ledger.works.get(story.registryId);
  return [finding(promise, sentence, [...story.entries, ...(work?.entries ?? [])])];
}

/** It is dated by the clock of the registry, and never later. */
function wrongDay({ quiet, ledger }: Context, story: CertificateStory, held: HeldCertificate): Finding[] {
  const { issued } = story;
  const latest = latestTime(quiet, ledger.registry, issued);
  const day = Date.parse(held.shown.issuedAt ?? '');
  if (!(day > latest)) return [];
  const sentence = `certificate ${story.id} was issued before ${new Date(latest).toISOString()}, and says ${String(held.shown.issuedAt)}`;
  return [finding('P8', sentence, story.entries)];
}

function wrongContent({ ledger }: Context, story: CertificateStory, held: HeldCertificate): Finding[] {
  if (held.statement === null) return [];
  const { statement } = held;
  // Numbers may stand inside a text, such as "3 of 50".
  const isStated = (value: unknown) =>
    statement.includes(typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : canonical(value));
  const { edition_number: copy, edition_size: size, note } = story.input;
  const said = [story.registryId, copy, size, note?.trim()].filter((value) => value !== undefined);
  const missing = said.filter((value) => !isStated(value));
  const work = ledger.works.get(story.registryId);
  const unstated = STATED.filter((name) => {
    const register = work?.fields.get(name);
    if (register === undefined) return false;
    const values = [...register.at(story.issued.asked), ...register.at(story.issued.ended)];
    return values.every((value) => value !== null && value !== UNSEEN && !isStated(value));
  });
  if (missing.length === 0 && unstated.length === 0) return [];
  const names = [...missing.map(canonical), ...unstated].join(', ');
  const sentence = `the statement of certificate ${story.id} lacks what its gallery stated: ${names}`;
  return [finding('P8', sentence, [...story.entries, ...(work?.entries ?? [])])];
}
