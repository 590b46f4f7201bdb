// Every rule that runs as a unit of work, under the name by which the storage calls it (storage/operations.ts). An engine is
// given these where it is built.
import { claimAccess } from './access/access-claims.ts';
import { approveAccessRequest, insertAccessRequest, rejectAccessRequest } from './access/access-keys.ts';
import {
  beginArtistMerge,
  endArtistMerge,
  moveArtworks,
  renameArtist,
} from './curation/artist-corrections.ts';
import { issueCertificate, withdrawCertificate } from './certificates/certificates.ts';
import {
  eraseArtwork,
  restoreArtwork,
  transferArtwork,
  updateProvenance,
  withdrawArtwork,
} from './curation/curation.ts';
import { matchArtwork } from './publishing/dry-run.ts';
import { republishArtworks, republishProfile } from './after-restore.ts';
import { connectInstallation, moveInstallation, republishInstallation } from './curation/installations.ts';
import { finishDeliveries } from './delivery/lane-health.ts';
import { updateProfile } from './curation/profiles.ts';
import { listPublicSources } from './publishing/public-sources.ts';
import { publish } from './publishing/publish.ts';
import { insertTestDelivery } from './delivery/test-delivery.ts';
import { patchSource, updateArtwork } from './publishing/update.ts';

export const RULES = {
  publish,
  updateArtwork,
  patchSource,
  withdrawArtwork,
  restoreArtwork,
  transferArtwork,
  eraseArtwork,
  updateProvenance,
  issueCertificate,
  withdrawCertificate,
  renameArtist,
  beginArtistMerge,
  moveArtworks,
  endArtistMerge,
  updateProfile,
  connectInstallation,
  moveInstallation,
  insertAccessRequest,
  approveAccessRequest,
  rejectAccessRequest,
  claimAccess,
  insertTestDelivery,
  republishArtworks,
  republishProfile,
  republishInstallation,
  finishDeliveries,
  matchArtwork,
  listPublicSources,
};
