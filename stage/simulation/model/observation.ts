// What the simulated world hands to the model, and what the model answers. The model sees the system only through public addresses, through
// what people did, and through the calls on the network. It imports nothing of the programs, so that it cannot share their mistakes.

/** Milliseconds since 1970 by the world's own clock, which is never wrong. Programs may have another clock ("clock set"). */
export type Time = number;

export type Ask = {
  origin: string;
  method: string;
  /** With its query, as in `/artworks/AREG-1.json?profile=linked-art`. */
  path: string;
  /** Names in small letters. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** From the registry's machine itself: the console asks for no password where others could read it. */
  isLocal?: true;
};

/** `lost`: the caller got no whole answer. Whether the request had an effect is not known. */
export type Answer =
  | {
      isLost: false;
      status: number;
      headers: Readonly<Record<string, string>>;
      body: Uint8Array;
      at: Time;
    }
  | { isLost: true; at: Time };

/** Asks a public address. Observers call at rest, so the world should lose none of their calls unless it wants to test that. */
export type Call = (ask: Ask) => Promise<Answer>;

/** `number`: of the shop, of the registry, of the API client; 0 where there is only one. */
export type Who = {
  role: 'owner' | 'buyer' | 'operator' | 'client' | 'host' | 'stranger' | 'harvester' | 'world';
  number: number;
};

/** The public fields of a work, in the form of the API's create body. What is not known is left out. */
export type Fields = {
  title?: string;
  artist_name?: string;
  year_created?: string | null;
  medium?: string | null;
  height_cm?: number | null;
  width_cm?: number | null;
  depth_cm?: number | null;
  availability?: string;
  price?: { amount: number; currency: string } | null;
  cover_image_url?: string | null;
  source_url?: string | null;
  external_id?: string | null;
};

/** What the owner of a shop, or a buyer, did in the shop. `work` is the id of the work in its shop (`external_id` in the registry). */
export type ShopDeed =
  | { what: 'add work' | 'edit'; shop: number; work: string; fields: Fields }
  | { what: 'publish'; shop: number; work: string }
  | { what: 'sell' | 'hide' | 'show'; shop: number; work: string }
  /** `order`: one certificate, whatever its number in the registry will be. */
  | { what: 'order certificate'; shop: number; work: string; order: string }
  /** From now on the shop cannot build what it would send of the work. */
  | { what: 'break'; shop: number; work: string }
  | { what: 'stop updating' | 'delete' | 'restore from bin'; shop: number; work: string }
  | { what: 'move site'; shop: number; from: string; to: string }
  | { what: 'restore shop'; shop: number; to: Time };

/** What an operator did at a registry. Identifiers are those that its commands take. */
export type OperatorDeed =
  | { what: 'withdraw' | 'put back'; registry: number; registryId: string }
  | { what: 'transfer'; registry: number; registryId: string; toProfile: string; toOrganization: string }
  | { what: 'issue certificate'; registry: number; registryId: string; input: CertificateInput }
  | { what: 'withdraw certificate'; registry: number; certificate: string; reason: string }
  | { what: 'rotate signing key'; registry: number }
  | { what: 'revoke signing key'; registry: number; kid: string }
  | { what: 'create organisation' | 'deactivate organisation'; registry: number; organization: string }
  | { what: 'activate organisation' | 'erase organisation'; registry: number; organization: string }
  | { what: 'create profile'; registry: number; profile: ProfileFacts }
  | { what: 'change profile'; registry: number; slug: string; changes: Partial<ProfileFacts> }
  | { what: 'create key'; registry: number; organization: string; scopes: readonly string[]; key: string }
  | { what: 'revoke key'; registry: number; key: string }
  | { what: 'rename artist'; registry: number; from: string; to: string }
  | {
      what: 'create webhook';
      registry: number;
      organization: string;
      webhook: string;
      url: string;
      secret: string;
    }
  | { what: 'pause webhook' | 'resume webhook' | 'delete webhook'; registry: number; webhook: string }
  /** `secret` is '' where the command ended before it said which. */
  | { what: 'rotate webhook secret'; registry: number; webhook: string; secret: string }
  | { what: 'opt out' | 'opt in'; registry: number; profile: string }
  /** `profile` where the approval made one (`--new-org`). */
  | {
      what: 'approve access';
      registry: number;
      requestId: string;
      organization: string;
      profile: ProfileFacts | null;
    }
  | { what: 'erase person'; registry: number; email: string }
  | { what: 'add operator' | 'change password'; registry: number; name: string; password: string }
  | { what: 'remove operator'; registry: number; name: string }
  | { what: 'write dump' | 'resume dumps'; registry: number }
  | { what: 'backup'; registry: number }
  /** `backup` is the number of the entry that made it. */
  | { what: 'restore backup'; registry: number; backup: number; replaced: Replaced };

/**
 * What lay in the place of a database that a restore replaced: what the registry had written last, nothing, or what its machine was put back
 * to, which is a copy that was made with an older backup.
 */
export type Replaced = 'kept' | 'lost' | { older: number };

export type CertificateInput = { edition_number?: number; edition_size?: number; note?: string };

export type ProfileFacts = {
  organization: string;
  type: 'gallery' | 'museum' | 'collection';
  slug: string;
  name: string;
  city: string | null;
  country: string | null;
  showsCountry: boolean;
};

/** What happened to a program. `ahead`: by how many milliseconds its clock is before the world's; negative where it is behind. */
export type WorldDeed =
  | { what: 'clock set'; program: ProgramName; number: number; ahead: number }
  | { what: 'death'; program: ProgramName; number: number; how: 'kill' | 'power' }
  | { what: 'start'; program: ProgramName; number: number }
  /** Of the sync service, for all its shops. */
  | { what: 'journals lost'; program: ProgramName; number: number }
  /** `isWell`: from now on it answers 2xx; false: it refuses, hangs or is not there. */
  | { what: 'receiver'; webhook: string; isWell: boolean };

export type ProgramName = 'registry' | 'host' | 'shop';

/**
 * A call of the API that reached the network: of the host for a shop, of a client of the API, of a stranger. `organization` is the
 * one that the key belonged to when it was made, null without a key. `answer` is what the caller received.
 */
export type CallDeed = {
  what: 'call';
  registry: number;
  organization: string | null;
  ask: Ask;
  answer: Answer;
};

export type Deed = ShopDeed | OperatorDeed | WorldDeed | CallDeed;

/**
 * `unknown`: the answer was lost or the program died; it may have happened or not. `said` is the text or JSON that the person got, such as
 * the output of the command with --json.
 */
export type Outcome = { is: 'done' | 'refused' | 'unknown'; status?: number; said?: unknown };

/** One entry of the history. Two entries overlap in time where neither ended before the other was asked. */
export type Said = {
  /** Its place in the history, from 0. */
  number: number;
  who: Who;
  asked: Time;
  /** After it the deed can have no effect any more: the answer, or the death of the program that would have done it. */
  ended: Time;
  outcome: Outcome;
  deed: Deed;
};

/** A work as its shop shows it now. A shop lists every work that it ever had. */
export type ShopWork = {
  work: string;
  fields: Fields;
  /** `shared`: its owner wants it shown in the registry; `hidden`: registered once, page hidden; `none`: never to be registered. */
  wish: 'shared' | 'hidden' | 'stopped' | 'deleted' | 'none';
  /** The shop cannot build what it would send of it. */
  isBroken: boolean;
  /** The plugin shows it as on its way to the registry. */
  isWaiting: boolean;
  /** What the plugin shows beside it. */
  artId: string | null;
  /** The problem or the reason in words that its owner sees, null where all is well. */
  problem: string | null;
};

export type ShopFacts = {
  shop: number;
  registry: number;
  origin: string;
  organization: string;
  installationId: string | null;
  /** Setting "artworks that leave the site". */
  onLeave: 'not_for_sale' | 'fully_private' | 'nothing';
  /** A pause, a removal on hold, safe mode: what stops all works of the shop, in words that its owner sees. */
  problem: string | null;
  /** The service takes it for a copy, or for one that two services work for, and waits for its owner, who has answered what was asked. */
  isHeld: boolean;
  works: readonly ShopWork[];
  /** Orders for certificates of which the shop has not heard what came of them. */
  orders: readonly { order: string; work: string }[];
  /** What the sync service told it, oldest first. */
  told: readonly { type: string; artId: string | null; at: Time }[];
};

export type RegistryFacts = {
  registry: number;
  /** Public origin, without `/api/v1`. */
  origin: string;
  /** A key for reading that no deed revokes. Observers use it for what needs a key. */
  readKey: string;
  clockAhead: number;
};

/** An attempt to deliver, also one that was lost on its way. `answered` is what the registry was answered. All webhooks of the history are here. */
export type Delivered = {
  registry: number;
  webhook: string;
  at: Time;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  answered: number | 'nothing';
};

/** All that the model is told. The lists only grow; the model never changes them. */
export type World = {
  now: Time;
  registries: readonly RegistryFacts[];
  shops: readonly ShopFacts[];
  history: readonly Said[];
  deliveries: readonly Delivered[];
  call: Call;
};

export type PromiseName =
  `P${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18}`;

/** A broken promise, in a sentence that a person understands without the code, and the numbers of the entries concerned. */
export type Finding = { promise: PromiseName; sentence: string; entries: readonly number[] };
