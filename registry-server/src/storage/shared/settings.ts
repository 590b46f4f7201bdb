// The settings that belong to the data and not to the process that opens them. Two processes with two prefixes would issue
// Art IDs of both, for good, so one that was told something else is refused.

/** Why a database is not opened; nothing was changed. */
export class DatabaseRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'DatabaseRefused';
    this.code = code;
  }
}

/** `publicUrl` is null as long as nobody has set one. */
export type Settings = { idPrefix: string; publicUrl: string | null };
/** What this process was told; undefined: whatever the database says. */
export type WantedSettings = { idPrefix?: string | undefined; publicUrl?: string | undefined };

export const DEFAULT_PREFIX = 'AREG';

export type StoredSettings = { idPrefix: string | undefined; publicUrl: string | undefined };

/** Where this process was told something else than the database says. */
export function refuseOthers(stored: StoredSettings, wanted: WantedSettings): void {
  if (stored.idPrefix !== undefined && wanted.idPrefix !== undefined && stored.idPrefix !== wanted.idPrefix) {
    throw new DatabaseRefused(
      'settings_differ',
      `this database issues Art IDs that begin with ${stored.idPrefix}, REGISTRY_ID_PREFIX says ${wanted.idPrefix}; Art IDs are permanent, so unset it`,
    );
  }
  if (
    stored.publicUrl !== undefined &&
    wanted.publicUrl !== undefined &&
    stored.publicUrl !== wanted.publicUrl
  ) {
    throw new DatabaseRefused(
      'settings_differ',
      `this database belongs to ${stored.publicUrl}, REGISTRY_PUBLIC_URL says ${wanted.publicUrl}; unset it, or move the registry with migrate --public-url ${wanted.publicUrl}`,
    );
  }
}

/** An address of this machine is nobody's for good. */
export function isLocal(url: string): boolean {
  return /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(new URL(url).hostname);
}
