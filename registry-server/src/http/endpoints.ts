// The table of endpoints: what GET / announces, what the routes are made from, what /docs lists, in this order.
import type { Endpoint } from './endpoint.ts';
import { artists } from './endpoints/artists.ts';
import { certificates } from './endpoints/certificates.ts';
import { claimAccess } from './endpoints/claim-access.ts';
import { connectInstallation } from './endpoints/connect-installation.ts';
import { galleries } from './endpoints/galleries.ts';
import { getArtworkSource } from './endpoints/get-artwork-source.ts';
import { getArtwork } from './endpoints/get-artwork.ts';
import { getOpenApi } from './endpoints/get-openapi.ts';
import { getService } from './endpoints/get-service.ts';
import { listArtworks } from './endpoints/list-artworks.ts';
import { listChanges } from './endpoints/list-changes.ts';
import { matchArtwork } from './endpoints/match-artwork.ts';
import { moveInstallation } from './endpoints/move-installation.ts';
import { museums } from './endpoints/museums.ts';
import { publishArtwork } from './endpoints/publish-artwork.ts';
import { requestAccess } from './endpoints/request-access.ts';
import { syncArtworks } from './endpoints/sync-artworks.ts';
import { updateArtworkSource } from './endpoints/update-artwork-source.ts';
import { updateArtwork } from './endpoints/update-artwork.ts';
import { updateArtworks } from './endpoints/update-artworks.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  getService,
  listArtworks,
  publishArtwork,
  getArtwork,
  updateArtwork,
  getArtworkSource,
  updateArtworkSource,
  matchArtwork,
  ...certificates,
  ...artists,
  ...galleries,
  ...museums,
  listChanges,
  requestAccess,
  claimAccess,
  connectInstallation,
  moveInstallation,
  syncArtworks,
  updateArtworks,
  getOpenApi,
];
