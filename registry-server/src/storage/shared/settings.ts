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

/** How far a move has come: `movingFrom` in its target until the source is retired, then `movedTo` in the source. */
export type MoveState = {
  movingFrom: string | undefined;
  movedTo: string | undefined;
  moveId: string | undefined;
};

export type StoredSettings = MoveState & { idPrefix: string | undefined; publicUrl: string | undefined };

export function storedSettings(find: (name: string) => string | undefined): StoredSettings {
  return {
    idPrefix: find('id_prefix'),
    publicUrl: find('public_url'),
    movingFrom: find('moving_from'),
    movedTo: find('moved_to'),
    moveId: find('move_id'),
  };
}

/** Where the registry is somewhere else: two that are served would issue the same Art IDs. */
export function refuseInMove({ movingFrom, movedTo }: MoveState): void {
  if (movedTo !== undefined) {
    throw new DatabaseRefused(
      'database_moved',
      `this registry was moved to ${movedTo}; use that one, never both. If that one says that its move has not ended, run the same move again`,
    );
  }
  if (movingFrom !== undefined) {
    throw new DatabaseRefused(
      'database_moving',
      `the move of a registry from ${movingFrom} to this database has not ended; run the same move again`,
    );
  }
}

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
