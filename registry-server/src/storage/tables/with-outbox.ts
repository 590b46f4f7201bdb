// Writes that are followed by steps of the feed, events or an answer. Each engine writes those in its own way, which is
// measured: it gives that way as `write`.
import type { NewAnswer, NewChange, NewEvent } from '../artwork-facts.ts';
import type { CertificateRecord, InstallationRecord, NewInstallation, ProfileRecord } from '../records.ts';
import { insertCertificate } from './certificates.ts';
import { updateSite } from './installations.ts';
import { updateProfileRow } from './organizations.ts';
import type { Portable } from './portable.ts';

export type Followers = { changes?: NewChange[]; events?: NewEvent[]; answer?: NewAnswer | undefined };
/** A promise: an error that is thrown at once would leave the failure of the write beside it unhandled, which ends the process. */
type WriteFollowers<Context> = (context: Context, followers: Followers) => Promise<void>;

export const withOutbox = <Context extends Portable>(write: WriteFollowers<Context>) => ({
  async writeCertificate(
    context: Context,
    certificate: CertificateRecord,
    artworkNumber: number,
    events: NewEvent[],
    answer?: NewAnswer,
  ): Promise<void> {
    await Promise.all([
      insertCertificate(context, certificate, artworkNumber),
      write(context, { events, answer }),
    ]);
  },
  async writeProfile(
    context: Context,
    profile: ProfileRecord,
    at: number,
    changes: NewChange[],
    events: NewEvent[],
  ): Promise<void> {
    await updateProfileRow(context, profile, at);
    await write(context, { changes, events });
  },
  async updateInstallation(
    context: Context,
    id: InstallationRecord['id'],
    site: Pick<NewInstallation, 'siteUrl' | 'siteKey' | 'siteName' | 'clientVersion'> | null,
    changes: NewChange[],
  ): Promise<void> {
    await Promise.all([site !== null && updateSite(context, id, site), write(context, { changes })]);
  },
});
