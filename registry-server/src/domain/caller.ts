// The caller of an API request, and the dependencies of domain functions.
import type { Clock } from '../clock.ts';
import type { ApiKeyRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

export type Caller = { key: ApiKeyRecord };

export type DomainDeps = { storage: Storage; clock: Clock };
