// The two ways a collection arrives: plain posts, and sync through an installation. Counts what became of each work.
import { addInstallation, addOrganization } from '../support/publishers.ts';
import { ApiError } from '../../src/http/api-error.ts';
import { readCreate } from '../../src/http/artwork-bodies.ts';
import { withInstallation } from '../../src/http/artwork-bodies.ts';
import type { Outcome, PublishInput } from '../../src/storage/records.ts';
import type { ArtworkWriteResult } from '@artwork-registry/contract';
import type { Storage } from '../../src/storage/storage.ts';

/** How many works were `created`, `duplicate on …`, or refused with a code. */
export type Outcomes = Record<string, number>;
type Row = Record<string, unknown>;

const BATCH = 50;
let serial = 0;

export async function publishPlain(storage: Storage, rows: Row[], slug: string): Promise<Outcomes> {
  const organizationId = await organizationOf(storage, slug);
  return publishAll(storage, rows, (row) =>
    readCreate(bodyOf(row), organizationId, `plain-${(serial += 1)}`),
  );
}

export async function publishThroughInstallation(
  storage: Storage,
  rows: Row[],
  slug: string,
): Promise<Outcomes> {
  const organizationId = await organizationOf(storage, slug);
  const installationId = await addInstallation(storage, organizationId);
  return publishAll(storage, rows, (row) =>
    readCreate(withInstallation(bodyOf(row), installationId), organizationId, `item-${(serial += 1)}`),
  );
}

async function publishAll(
  storage: Storage,
  rows: Row[],
  read: (row: Row) => PublishInput,
): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const count = (name: string) => (outcomes[name] = (outcomes[name] ?? 0) + 1);
  for (let at = 0; at < rows.length; at += BATCH) {
    const inputs: PublishInput[] = [];
    for (const row of rows.slice(at, at + BATCH)) {
      try {
        inputs.push(read(row));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        count(error.code);
      }
    }
    for (const outcome of await storage.publishArtworks(inputs)) count(nameOf(outcome));
  }
  return Object.fromEntries(Object.entries(outcomes).sort());
}

function nameOf(outcome: Outcome<ArtworkWriteResult>): string {
  if (!outcome.ok) return outcome.code;
  if (outcome.replayed) return 'replayed';
  return outcome.body.duplicate ? `duplicate on ${outcome.body.matched_on}` : 'created';
}

/** A museum knows neither availability nor price. */
function bodyOf(row: Row): Row {
  const { availability: _availability, price: _price, ...body } = row;
  return body;
}

async function organizationOf(storage: Storage, slug: string): Promise<string> {
  const known = await storage.findOrganization(slug);
  if (known !== undefined) return known.id;
  return (await addOrganization(storage, slug, { type: 'collection' })).organizationId;
}
