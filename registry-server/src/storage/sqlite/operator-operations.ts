// The operations behind the operator's commands and console, by name; operations.ts puts them beside the others.
import {
  beginArtistMerge,
  endArtistMerge,
  listArtworkNumbers,
  listOutdatedArtworks,
  moveArtworks,
  renameArtist,
} from './artist-names.ts';
import { issueCertificate } from './certificates.ts';
import {
  countDeliveryHours,
  findBacklog,
  listEndpointHealth,
  listReplayable,
  replayDeliveries,
  searchDeliveries,
} from './delivery-search.ts';
import { insertOperatorLink, takeOperatorLink } from './operator-links.ts';
import { inspect, listExpiredKeys, listOrganizationSummaries, listSealedSecrets } from './operator-reads.ts';

export const OPERATOR_WRITES = {
  insertOperatorLink,
  takeOperatorLink,
  renameArtist,
  beginArtistMerge,
  moveArtworks,
  endArtistMerge,
  issueCertificate,
  replayDeliveries,
};

export const OPERATOR_READS = {
  listOutdatedArtworks,
  listArtworkNumbers,
  listOrganizationSummaries,
  listEndpointHealth,
  countDeliveryHours,
  searchDeliveries,
  findBacklog,
  listReplayable,
  listExpiredKeys,
  listSealedSecrets,
  inspect,
};
