// Works: publishing, updating, reading. Each write is one job of the write line.
import type { ArtworkUpdateResult, ArtworkWriteResult } from '@artwork-registry/contract';
import { publicSource } from '../projection.ts';
import type { Outcome, SourcePatchInput, UpdateInput } from '../records.ts';
import type { ArtworkStore } from '../storage.ts';
import { findRow, listSources, project } from './artwork-rows.ts';
import { writeOrRefuse } from './context.ts';
import type { SqliteContext } from './context.ts';
import { RunningKeys } from './idempotency.ts';
import { findArtist, findInstitution } from './institutions.ts';
import { listPublicArtworks } from './list.ts';
import { publish } from './publish.ts';
import { patchSource, updateArtwork } from './update.ts';

export function artworkStore(context: SqliteContext): ArtworkStore {
  const running = new RunningKeys();
  return {
    publishArtworks: (inputs) =>
      running.during(inputs, (input) =>
        writeOrRefuse<Outcome<ArtworkWriteResult>>(context, () => publish(context, input)),
      ),
    updateArtworks: (inputs) =>
      running.during(inputs, (input: UpdateInput | SourcePatchInput) =>
        writeOrRefuse<Outcome<ArtworkUpdateResult>>(context, () =>
          'change' in input ? patchSource(context, input) : updateArtwork(context, input),
        ),
      ),
    findPublicArtwork: async (id) => {
      const row = findRow(context, id);
      return row?.is_public === 1 ? project(context, row) : undefined;
    },
    listPublicSources: async (id) => {
      const row = findRow(context, id);
      if (row?.is_public !== 1) return undefined;
      const sources = listSources(context, row.number);
      const rank = (status: string) => (status === 'active' ? 0 : 1);
      return sources.sort((a, b) => rank(a.status) - rank(b.status) || a.number - b.number).map(publicSource);
    },
    listPublicArtworks: async (filter) => listPublicArtworks(context, filter),
    findArtist: async (id) => findArtist(context, id),
    findInstitution: async (type, id) => findInstitution(context, type, id),
  };
}
