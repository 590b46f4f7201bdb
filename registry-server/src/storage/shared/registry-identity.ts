// Which registry the data is: the prefix of its Art IDs and its public address. Both belong to the data, not to the process
// that opens it. Two processes with two prefixes would issue Art IDs of both, for good, so a process whose settings name
// another one is refused.

/** Why a database is not opened; nothing was changed. */
export class DatabaseRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'DatabaseRefused';
    this.code = code;
  }
}

/** `publicUrl` is null until one is set. */
export type RegistryIdentity = { idPrefix: string; publicUrl: string | null };
/** What the settings of this process say; undefined: whatever the database says. */
export type GivenIdentity = { idPrefix?: string | undefined; publicUrl?: string | undefined };

export const DEFAULT_PREFIX = 'AREG';

/** How far a move has come: `movingFrom` in its target until the source is retired, then `movedTo` in the source. */
export type MoveState = {
  movingFrom: string | undefined;
  movedTo: string | undefined;
  moveId: string | undefined;
};

export type StoredFacts = MoveState & { idPrefix: string | undefined; publicUrl: string | undefined };

export function storedFacts(find: (name: string) => string | undefined): StoredFacts {
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

/** Where this process was given another prefix or address than the database has. */
export function refuseOtherIdentity(stored: StoredFacts, given: GivenIdentity): void {
  if (stored.idPrefix !== undefined && given.idPrefix !== undefined && stored.idPrefix !== given.idPrefix) {
    throw new DatabaseRefused(
      'settings_differ',
      `this database issues Art IDs that begin with ${stored.idPrefix}, REGISTRY_ID_PREFIX says ${given.idPrefix}; Art IDs are permanent, so unset it`,
    );
  }
  if (
    stored.publicUrl !== undefined &&
    given.publicUrl !== undefined &&
    stored.publicUrl !== given.publicUrl
  ) {
    throw new DatabaseRefused(
      'settings_differ',
      `this database belongs to ${stored.publicUrl}, REGISTRY_PUBLIC_URL says ${given.publicUrl}; unset it, or move the registry with migrate --public-url ${given.publicUrl}`,
    );
  }
}

/** An address of this machine is nobody's for good. */
export function isLocal(url: string): boolean {
  return /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(new URL(url).hostname);
}
