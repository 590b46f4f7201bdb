// Every rule that runs as a unit of work, under the name by which the storage calls it (storage/operations.ts). An engine is
// given these where it is built.
import { claimAccess } from './access-claims.ts';
import { approveAccessRequest, insertAccessRequest, rejectAccessRequest } from './access-keys.ts';
import { beginArtistMerge, endArtistMerge, moveArtworks, renameArtist } from './artist-corrections.ts';
import { issueCertificate, withdrawCertificate } from './certificates.ts';
import { restoreArtwork, transferArtwork, updateProvenance, withdrawArtwork } from './curation.ts';
import { matchArtwork } from './dry-run.ts';
import { tellArtworksAgain, tellProfileAgain } from './after-restore.ts';
import { connectInstallation, moveInstallation, tellInstallationAgain } from './installations.ts';
import { finishDeliveries } from './lane-health.ts';
import { updateProfile } from './profiles.ts';
import { listPublicSources } from './public-sources.ts';
import { publish } from './publish.ts';
import { insertTestDelivery } from './test-delivery.ts';
import { patchSource, updateArtwork } from './update.ts';

export const RULES = {
  publish,
  updateArtwork,
  patchSource,
  withdrawArtwork,
  restoreArtwork,
  transferArtwork,
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
  tellArtworksAgain,
  tellProfileAgain,
  tellInstallationAgain,
  finishDeliveries,
  matchArtwork,
  listPublicSources,
};
