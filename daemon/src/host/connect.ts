// `POST /sites`: a site introduces itself (docs/site-protocol.md, "Connecting to a host"). It gets an id and a place; neither an
// address nor an id inherits anything, only a signature with the former secret does.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isoTime, type Clock } from '#kit/clock';
import { atRegistry, type Site } from '../site/sites-file.ts';
import { newTurnToken } from '../site/turn-tokens.ts';
import { hostOf, type Directory } from './directory.ts';
import type { HostSettings } from './host-settings.ts';
import { OLDEST_PLUGIN, isServedVersion } from './served-versions.ts';

export const SITES_IN_CELL = 1000;
const FIRST_POLL_MS = 60_000;
/** A gallery that connects hands its key over, or asks for one, well within this time. */
const KEYLESS_KEPT_MS = 3600_000;
/** How long a site that did not get the answer may introduce itself again with the secret that it still has. */
const ANSWER_LOST_MS = 24 * 3600_000;

const Introduction = z.object({
  protocol: z.number().int(),
  site_url: z
    .string()
    .max(2000)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.username === '', {
      error: 'must be a web address without a password',
    }),
  // It is printed in terminals: no escape sequences, no line breaks.
  name: z
    .string()
    .max(500)
    .transform((text) => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()),
  platform: z.enum(['wordpress', 'woocommerce']),
  secret: z.string().refine((text) => Buffer.from(text, 'base64').length === 32, {
    error: 'must be 32 bytes in base64',
  }),
  registry_url: z.string().max(2000),
  plugin_version: z.string().max(64),
  environment: z.enum(['production', 'staging', 'development', 'local']),
  public: z.boolean(),
});

export type ConnectAnswer = { status: number; body: object; retryAfterSeconds?: number };

const refused = (status: number, code: string, message: string, issues?: object[]): ConnectAnswer => ({
  status,
  body: { error: { code, message, ...(issues ? { issues } : {}) } },
});

/** `former`: the pairing that is continued, whose signature was checked; null: none. */
export async function connectSite(
  deps: {
    directory: Directory;
    settings: HostSettings;
    clock: Clock;
    instance: string;
    isTestRegistry: (registryUrl: string) => Promise<boolean>;
    mayAddSite: (sender: string) => number;
    /** Seconds until a site may continue its pairing again, 0: now. Each time makes calls to `formerHost` if the site moves. */
    mayContinue: (siteId: string, formerHost: string | null) => number;
    /** A site that still answers with the former secret at the former address, although another one continues the pairing. */
    stillAnswers: (former: Site, address: string) => Promise<boolean>;
  },
  body: unknown,
  sender: string,
  former: Site | null,
): Promise<ConnectAnswer> {
  const { directory, settings } = deps;
  const read = Introduction.safeParse(body);
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return refused(422, 'invalid_body', `${issues[0]!.path}: ${issues[0]!.message}`, issues);
  }
  const site = read.data;
  if (site.protocol !== 1 || !isServedVersion(site.plugin_version))
    return refused(
      403,
      'version_not_served',
      `This service works with versions of the plugin from ${OLDEST_PLUGIN} on. Update the plugin, then connect again.`,
    );
  const registryUrl = site.registry_url.replace(/\/+$/, '');
  if (!settings.registries.includes(registryUrl))
    return refused(403, 'registry_not_served', 'This service does not work for that registry.');
  const isReal = site.public && site.environment === 'production';
  if (!isReal && !(await deps.isTestRegistry(registryUrl)))
    return refused(
      403,
      'not_in_production',
      'Art IDs are permanent, so this registry takes sites that are public and in production only. Try a staging site with a ' +
        'test registry.',
    );
  const siteUrl = storedAddress(site.site_url);
  const isMoving = former !== null && placeOf(former.siteUrl) !== placeOf(siteUrl);
  // Places are for galleries: a stranger who connects site after site must not keep them.
  const isFull =
    former === null &&
    directory.count() >= settings.maxSites &&
    !directory.dropStranger(isoTime(deps.clock.now() - KEYLESS_KEPT_MS));
  if (isFull) return refused(503, 'service_full', 'This service takes no more sites. Ask its operator.');
  const waitSeconds =
    former === null
      ? deps.mayAddSite(sender)
      : deps.mayContinue(former.siteId, isMoving ? hostOf(former.siteUrl) : null);
  if (waitSeconds > 0)
    return {
      ...refused(429, 'too_many_sites', 'Too many sites were connected from here. Try again later.'),
      retryAfterSeconds: waitSeconds,
    };
  if (isMoving && (await deps.stillAnswers(former, siteUrl)))
    return refused(
      409,
      'still_answers',
      `${former.siteUrl} still uses this connection. Disconnect it there first, or connect this site as a new one.`,
    );
  const siteId = former?.siteId ?? randomUUID();
  const turn = newTurnToken();
  const facts = {
    cell: directory.findRow(siteId)?.cell ?? chooseCell(directory, hostOf(siteUrl)),
    platform: site.platform,
    plugin_version: site.plugin_version,
    environment: site.environment,
    pairing: former === null ? ('new' as const) : ('continued' as const),
  };
  // Waiting for the former address took a while, in which a key may have come, or the site may have left.
  const make = (known: Site | undefined): Site | null => {
    if (former !== null && known === undefined) return null;
    // A key of another registry would be sent to a stranger.
    const kept = known && atRegistry(known, registryUrl);
    return {
      siteId,
      siteUrl,
      name: site.name,
      secret: site.secret,
      ...(former && {
        formerSecret: { secret: former.secret, until: isoTime(deps.clock.now() + ANSWER_LOST_MS) },
      }),
      registryUrl,
      apiKey: kept?.apiKey ?? null,
      webhookSecret: kept?.webhookSecret ?? null,
      formerWebhookSecret: kept?.formerWebhookSecret ?? null,
      access: kept?.access ?? null,
      pairedAt: isoTime(deps.clock.now()),
      firstTurn: turn,
    };
  };
  if (!directory.connect(siteId, make, facts))
    return refused(401, 'not_paired', 'This service does not know the site.');
  return {
    status: 201,
    body: {
      site_id: siteId,
      service: { name: settings.name, instance: deps.instance },
      turn,
      next_poll_by: isoTime(deps.clock.now() + FIRST_POLL_MS),
    },
  };
}

/** As a browser writes it, without what is not part of a site's address: it is shown to the operator, and called. */
function storedAddress(text: string): string {
  const url = new URL(text);
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

/** Where a site is, over HTTP or HTTPS: a copy may have another folder or another port. */
function placeOf(siteUrl: string): string {
  const { host, pathname } = new URL(siteUrl);
  return `${host}${pathname.replace(/\/+$/, '')}`;
}

/** Sites at one host share a cell, which keeps the pace of probes; else the emptiest cell with room, else a new one. */
function chooseCell(directory: Directory, host: string): number {
  const cells = directory.cells();
  const withRoom = cells.filter(({ sites }) => sites < SITES_IN_CELL);
  const same = directory.cellOfHost(host);
  if (same !== undefined && withRoom.some(({ cell }) => cell === same)) return same;
  const [emptiest] = withRoom.sort((one, other) => one.sites - other.sites);
  return emptiest?.cell ?? Math.max(0, ...cells.map(({ cell }) => cell)) + 1;
}
