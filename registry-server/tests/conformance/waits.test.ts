// Every stored time of both schemas: something waits for it, and shared/waits.ts has its longest wait, or here stands why nothing does.
import { expect, it } from 'vitest';
import { TABLE_LINES } from './table-lines.ts';
import { placeOf, WAITS } from '../../src/storage/shared/waits.ts';

const IS_TIME = /_at(_ms|_seconds)?$|_until|^until_ms$|^due_ms$|^at_ms$|expires|^clock$/;

const reasons = (reason: string, places: string) =>
  Object.fromEntries(places.split(/\s+/).map((place) => [place, reason]));

const NOTHING_WAITS: Readonly<Record<string, string>> = {
  ...reasons(
    'says when something happened, and at most what is old is removed',
    `access_requests.created_at access_requests.decided_at api_keys.created_at api_keys.last_used_at api_keys.revoked_at
     artists.created_at artists.updated_at artworks.created_at artworks.updated_at artworks.withdrawn_at
     certificates.issued_at certificates.withdrawn_at changes.updated_at changes.written_at deliveries.created_at
     deliveries.finished_at events.created_at finished_deliveries.created_at finished_deliveries.finished_at
     former_sources.ended_at former_sources.last_synced_at idempotency.created_at installations.connected_at
     installations.last_synced_at instances.started_at operator_actions.begun_at operators.changed_at operators.created_at
     organizations.created_at organizations.erased_at profiles.created_at profiles.updated_at removals.removed_at
     sent_mails.sent_at signing_keys.created_at signing_keys.retired_at signing_keys.revoked_at sources.last_synced_at
     webhook_endpoints.changed_at webhook_endpoints.created_at`,
  ),
  'issued.clock': 'counts up by itself while the clock is behind it',
  'api_keys.expires_at': 'the operator chose it',
  'deliveries.due_ms': 'computed from next_attempt_at_ms',
  'finished_deliveries.next_attempt_at_ms': 'of a delivery that has ended',
  'access_claims.sealed_at':
    'a clock that is behind now cannot be told from one that was ahead then, and a key that ends too early is lost (waits.ts)',
  'access_claims.asked_at': 'claimAccess takes no notice of a time ahead (access-claims.test.ts)',
  'access_request_hits.at_ms': 'a hit that lies ahead does not count (access-requests.test.ts)',
};

it('every stored time has its longest wait, or the reason why nothing waits for it', () => {
  const times = Object.entries(TABLE_LINES).flatMap(([table, { columns }]) =>
    Object.keys(columns)
      .filter((column) => IS_TIME.test(column))
      .map((column) => `${table}.${column}`),
  );
  expect([...WAITS.map(placeOf), ...Object.keys(NOTHING_WAITS)].sort()).toEqual(times.sort());
});
