// The installation of a site at the registry: created by the handshake and kept in the journal. When the site's address changes, the
// registry is asked to move it, so that its works follow; where it cannot, or the platform changed, there is another one.
import { isDeepStrictEqual } from 'node:util';
import type { Account } from './account.ts';
import type { Journal } from '../journal/journal.ts';
import type { Holdings, RegistryAnswer } from '../types/registry.ts';
import type { InstallationRecord, SiteInstallation } from '../types/site-installation.ts';
import { DAEMON_VERSION } from '../net/version.ts';
import { ErrorEnvelope, Installation } from '../types/registry-answers.ts';

export type ConnectionFacts = Omit<SiteInstallation, 'formers'> & {
  /** `siteUrl` as the registry shows it. */
  shownUrl: string;
  profiles: { type: string; slug: string; name: string }[];
};
export type SiteFacts = { platform: string; siteUrl: string; name: string };
export type Connection = ReturnType<typeof createConnection>;

const slugsOf = ({ profiles }: Pick<ConnectionFacts, 'profiles'>) => profiles.map(({ slug }) => slug);

/** `isFresh`: the handshake was made, and nothing since then speaks against it. */
export function createConnection(deps: {
  journal: Journal;
  siteId: string;
  account: Account;
  record: InstallationRecord;
  isFresh?: boolean | undefined;
}) {
  const { journal, siteId, account, record } = deps;
  let isFresh = deps.isFresh ?? false;

  function find(): ConnectionFacts | undefined {
    return ofAccount(journal.meta.find<ConnectionFacts | null>(siteId, 'connection'));
  }

  function ofAccount<Known extends { registryUrl: string; organization: string }>(
    known: Known | null | undefined,
  ): Known | undefined {
    const isHere = known?.registryUrl === account.registryUrl;
    return isHere && known.organization === account.descriptor?.organization.slug ? known : undefined;
  }

  const formers = (): string[] =>
    journal.meta.find<string[]>(siteId, 'former_installations') ?? ofAccount(record.find())?.formers ?? [];

  function keep(known: ConnectionFacts): void {
    const { installationId, platform, siteUrl, registryUrl, organization } = known;
    const next = { installationId, platform, siteUrl, registryUrl, organization, formers: formers() };
    if (!isDeepStrictEqual(record.find(), next)) record.save(next);
  }

  function isNeeded(site: SiteFacts): boolean {
    const known = find();
    const isSame = known?.platform === site.platform && known.siteUrl === site.siteUrl;
    return !isSame || !isFresh || account.state === 'no_write_target';
  }

  /** Null where the registry cannot move it, or another installation lives there already: the handshake then finds that one. */
  async function move(
    { installationId, platform, siteUrl }: Pick<SiteInstallation, 'installationId' | 'platform' | 'siteUrl'>,
    site: SiteFacts,
    signal: AbortSignal,
  ): Promise<RegistryAnswer | null> {
    const canMove = account.descriptor?.features.includes('installation_move') ?? false;
    if (!canMove || platform !== site.platform || siteUrl === site.siteUrl) return null;
    const path = `/integrations/installations/${encodeURIComponent(installationId)}/move`;
    const answer = await account.send({ method: 'POST', path, body: { site_url: site.siteUrl } }, signal);
    return answer.status === 200 ? answer : null;
  }

  return {
    find,
    /** True once a run, and whenever address, platform, registry or organisation changed. */
    isNeeded,
    /** The profile changed in the registry: the handshake tells its new name. */
    refresh: () => void (isFresh = false),
    /** Installations of this site before it moved or changed its platform, newest first: its works may still stand there. */
    formers,
    /** By what a record is known for ours. */
    holdings: (facts: ConnectionFacts): Holdings => ({
      installationId: facts.installationId,
      formerInstallations: formers(),
      profileSlugs: slugsOf(facts),
    }),
    /** No work is left at these. */
    forgetFormers(ids: string[]): void {
      const left = formers().filter((id) => !ids.includes(id));
      journal.meta.save(siteId, 'former_installations', left);
      const known = find();
      if (known !== undefined) keep(known);
    },
    isFresh: () => isFresh,
    /**
     * The registry shows the installation at this address. Where it had confirmed another one, it was restored to before the move, and has
     * to be asked again.
     */
    hearAddress({ installationId, shownUrl }: ConnectionFacts, siteUrl: string): void {
      const known = find();
      if (siteUrl === shownUrl || known?.installationId !== installationId || known.shownUrl !== shownUrl)
        return;
      const facts = { ...known, siteUrl, shownUrl: siteUrl };
      journal.meta.save(siteId, 'connection', facts);
      keep(facts);
    },
    forget(): void {
      journal.meta.save(siteId, 'connection', null);
      record.save(null);
    },

    /**
     * Makes the handshake, or the move; true where the installation is another one now, or the profiles have other names: works were then judged
     * by the former ones. Throws what the account throws, and an Error with the registry's message where it refuses.
     */
    async ensure(site: SiteFacts, signal: AbortSignal): Promise<boolean> {
      const body = {
        platform: site.platform,
        site_url: site.siteUrl,
        ...(site.name.trim() === '' ? {} : { site_name: site.name.slice(0, 200) }),
        client_version: DAEMON_VERSION,
      };
      // Without its journal the service would make another installation of a site that moved, and the works would stay at the former one.
      const connected = find();
      const before = connected ?? ofAccount(record.find());
      const answer =
        (before && (await move(before, site, signal))) ??
        (await account.send({ method: 'POST', path: '/integrations/connect', body }, signal));
      const installation = Installation.safeParse(answer.body);
      if (!installation.success) {
        const envelope = ErrorEnvelope.safeParse(answer.body);
        throw new Error(envelope.success ? envelope.data.error.message : `connect answered ${answer.status}`);
      }
      const { installation_id: installationId, profiles } = installation.data;
      const isMoved = before !== undefined && before.installationId !== installationId;
      const known = formers().filter((id) => id !== installationId);
      const facts: ConnectionFacts = {
        installationId,
        platform: site.platform,
        siteUrl: site.siteUrl,
        shownUrl: installation.data.site_url,
        registryUrl: account.registryUrl,
        organization: account.descriptor?.organization.slug ?? '',
        profiles: profiles.map(({ type, slug, name }) => ({ type, slug, name })),
      };
      journal.transaction(() => {
        journal.meta.save(
          siteId,
          'former_installations',
          isMoved ? [before.installationId, ...known] : known,
        );
        journal.meta.save(siteId, 'connection', facts);
        if (isMoved) journal.works.forgetSources(siteId);
      });
      keep(facts);
      isFresh = true;
      account.setWriteTarget(profiles.some((profile) => profile.type !== 'museum'));
      return isMoved || (connected !== undefined && !isDeepStrictEqual(slugsOf(connected), slugsOf(facts)));
    },
  };
}
