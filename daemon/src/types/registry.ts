// A call to the registry, its answer, and the three ways in which a call can fail without saying anything about a work.

export type RegistryCall = {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the API's base address, with a leading slash. */
  path: string;
  body?: unknown;
  /** Repeated with the same key, the call is carried out once. */
  idempotencyKey?: string;
};
export type RegistryAnswer = { status: number; body: unknown };
export type SendToRegistry = (call: RegistryCall) => Promise<RegistryAnswer>;

/** The key or the organisation may not do this: everything for this key stops until somebody acts. */
export class AccountRefused extends Error {}

/** Nothing is wrong with the works: rate limit, network, outage. `wasSent`: the registry may have carried it out. */
export class RegistryTransient extends Error {
  readonly wasSent: boolean;
  /** One of the works in the call may be the cause of the failure. */
  readonly isSuspect: boolean;

  constructor(message: string, options: { wasSent: boolean; isSuspect: boolean }) {
    super(message);
    this.wasSent = options.wasSent;
    this.isSuspect = options.isSuspect;
  }
}

/** The registry no longer knows the installation: connect again. */
export class InstallationUnknown extends Error {}

/** By what a record is known for ours. */
export type Holdings = {
  installationId: string;
  /** Installations of the site before it moved: its works may still be there. */
  formerInstallations: string[];
  /** Slugs of the profiles that this key may publish to, as the last handshake named them; empty: unknown. */
  profileSlugs: string[];
};

/** What sync/apply needs to know beside the actions and their works. */
export type ApplyContext = Holdings & {
  send: SendToRegistry;
  nowIso: string;
  /** One item of a batch says that the registry does not know the installation. */
  forgetInstallation: () => void;
};
