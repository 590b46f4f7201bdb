// What the parts that send agree on: a call, its answer, and the three ways in which nothing came of it.

export type RegistryCall = {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the API's base address, with a leading slash. */
  path: string;
  body?: unknown;
};
export type RegistryAnswer = { status: number; body: unknown };
export type SendToRegistry = (call: RegistryCall) => Promise<RegistryAnswer>;

/** The key or the organisation may not do this: everything for this key stops until somebody acts. */
export class AccountRefused extends Error {}

/** Nothing is wrong with the works: rate limit, network, outage. `wasSent`: the registry may have carried it out. */
export class RegistryTransient extends Error {
  readonly wasSent: boolean;
  /** The registry answered 500 itself, so one of the works may be the cause. */
  readonly isSuspect: boolean;

  constructor(message: string, options: { wasSent: boolean; isSuspect: boolean }) {
    super(message);
    this.wasSent = options.wasSent;
    this.isSuspect = options.isSuspect;
  }
}

/** The registry no longer knows the installation: connect again. */
export class InstallationUnknown extends Error {}

/** What the senders need besides the actions themselves. */
export type ApplyContext = {
  send: SendToRegistry;
  installationId: string;
  /** Where the site's works stood before it moved. */
  formerInstallations: string[];
  /** Slugs of the profiles that this key may publish to; empty: unknown. */
  profileSlugs: string[];
  nowIso: string;
  /** The registry does not know the installation, as one item of a batch says. */
  forgetInstallation: () => void;
};
