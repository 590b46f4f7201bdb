// Who is calling, and what a domain function may use.
import type { Clock } from '../clock.ts';
import type { ApiKeyRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

export type Caller = { key: ApiKeyRecord };

export type DomainDeps = { storage: Storage; clock: Clock };
