// Made by openapi-typescript from the API description; npx vitest run registry-server/tests/outside/client -u makes it again.
/* eslint-disable max-lines */
export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Verify a key: whose it is, what it may do, what this registry offers
     * @description Verify a key: whose it is, what it may do, what this registry offers
     */
    get: operations['getService'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artworks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List and search public artworks
     * @description Newest first; with `updated_since` ascending on (updated_at, id). `installation_id` and `platform` combine with each other, `updated_since`, `limit` and `offset` only. A parameter that is unknown, repeated or empty is refused. Scope: `artworks:read`.
     */
    get: operations['listArtworks'];
    put?: never;
    /**
     * Publish an artwork into the organisation's own profile
     * @description Compared with existing works in this order: fingerprint, external_id, inventory_ref, source_url, image URL. Scope: `artworks:write`.
     */
    post: operations['publishArtwork'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artworks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one public artwork
     * @description Scope: `artworks:read`.
     */
    get: operations['getArtwork'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an artwork inside the organisation's own profile
     * @description Null clears a field, except title and artist_name. `fully_private` takes the work out of the public projection: data is null, public is false. Scope: `artworks:write`.
     */
    patch: operations['updateArtwork'];
    trace?: never;
  };
  '/artworks/{id}/source': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the sources of a public artwork
     * @description Scope: `artworks:read`.
     */
    get: operations['getArtworkSource'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Report the state of a work in the connected system
     * @description Content, visibility and `updated_at` of the artwork stay as they are; no event is sent. Scope: `artworks:write`.
     */
    patch: operations['updateArtworkSource'];
    trace?: never;
  };
  '/artworks/match': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Dry run of a publish (feature match)
     * @description Scope: `artworks:write`.
     */
    post: operations['matchArtwork'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artworks/{id}/certificates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Issue a certificate for an own work (feature certificates)
     * @description The statement says what the work is on this day, and is signed. A later certificate for the same copy supersedes it. No buyer is named. Scope: `artworks:write`.
     */
    post: operations['issueCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/certificates/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look a certificate up (feature certificates)
     * @description While the work is not public, everybody but its issuer gets status, issuer and dates only. Scope: `artworks:read`.
     */
    get: operations['getCertificate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/certificates/{id}/withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Withdraw a certificate that you issued (feature certificates)
     * @description Also after the work went to somebody else. It cannot be undone: issue a new certificate. The reason is for you and the operator. Scope: `artworks:write`.
     */
    post: operations['withdrawCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artists/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one artist
     * @description Scope: `artworks:read`.
     */
    get: operations['getArtist'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artists/{id}/artworks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the public artworks of one artist, newest first
     * @description Scope: `artworks:read`.
     */
    get: operations['listArtistArtworks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/galleries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one gallery
     * @description Scope: `artworks:read`.
     */
    get: operations['getGallery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/galleries/{id}/artworks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the public artworks of one gallery, newest first
     * @description Scope: `artworks:read`.
     */
    get: operations['listGalleryArtworks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/museums/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read one museum
     * @description Scope: `artworks:read`.
     */
    get: operations['getMuseum'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/museums/{id}/artworks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the public artworks of one museum, newest first
     * @description Scope: `artworks:read`.
     */
    get: operations['listMuseumArtworks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the public projection, removals included (feature changes)
     * @description Scope: `artworks:read`.
     */
    get: operations['listChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/integrations/access-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for an API key; needs none
     * @description `read` is issued at once, the key is shown this once. `publishing` and `both` are queued; `claim_token` fetches the key once the operator has approved.
     */
    post: operations['requestAccess'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/integrations/access-requests/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fetch the key of an approved request for access; needs none (feature access_claim)
     * @description Every 30 seconds at most. `api_key` is there from the approval until the key is first used, at most 14 days.
     */
    post: operations['claimAccess'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/integrations/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Register the installation of an integration
     * @description The same organisation, platform and site always get the same installation. Scope: `artworks:write`.
     */
    post: operations['connectInstallation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/integrations/installations/{id}/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tell the new address of a connected site (feature installation_move)
     * @description Its sources show the new address at once. The works keep their `updated_at`; the feed gets one `installation` step. Scope: `artworks:write`.
     */
    post: operations['moveInstallation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/integrations/sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish up to 50 artworks; each item answers for itself
     * @description Scope: `artworks:write`.
     */
    post: operations['syncArtworks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/integrations/updates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Up to 50 updates or source patches in one call (feature batch_update)
     * @description Scope: `artworks:write`.
     */
    post: operations['updateArtworks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This description (feature openapi)
     * @description This description (feature openapi)
     */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  event: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What the registry sends to the HTTPS address that the operator has registered for you
     * @description Compare the signature in constant time and refuse timestamps more than 300 seconds off.
     */
    post: operations['receiveEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AccessClaim: {
      /** @constant */
      object: 'access_claim';
      /** @enum {string} */
      status: 'waiting' | 'approved' | 'rejected' | 'expired';
      api_key: string | null;
      key: {
        prefix: string;
        scopes: string[];
        expires_at: string | null;
      } | null;
    };
    AccessClaimRequest: {
      request_id: string;
      claim_token: string;
    };
    AccessRequest: {
      name: string;
      /** Format: email */
      email: string;
      organization?: string | null;
      /** Format: uri */
      website: string;
      /** @enum {string} */
      access_type: 'read' | 'publishing' | 'both';
      intended_use: string;
      expected_volume?: string | null;
      platform?: string | null;
    };
    AccessRequestResult: {
      /** @constant */
      object: 'access_request_result';
      /** Format: uuid */
      request_id: string;
      /** @default  */
      claim_token: string;
      /** @enum {string} */
      status: 'issued' | 'queued';
      /** @enum {string} */
      access_type: 'read' | 'publishing' | 'both';
      api_key: string | null;
      key: {
        prefix: string;
        scopes: string[];
        expires_at: string | null;
      } | null;
      message: string;
    };
    Artist: {
      /** @constant */
      object: 'artist';
      /** Format: uuid */
      id: string;
      slug: string;
      name: string;
      artworks_count: number;
      links: {
        self: string;
        artworks: string;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      sort_name: string | null;
      birth_year: number | null;
      death_year: number | null;
      nationality: string | null;
      same_as: string[];
    };
    ArtistResponse: {
      /** @constant */
      object: 'artist_response';
      data: components['schemas']['Artist'];
    };
    Artwork: {
      /** @constant */
      object: 'artwork';
      registry_id: string;
      /** Format: uuid */
      id: string;
      title: string | null;
      artist: {
        /** Format: uuid */
        id: string;
        name: string;
        slug: string;
      } | null;
      year_created: string | null;
      medium: string | null;
      dimensions_cm: {
        height: number | null;
        width: number | null;
        depth: number | null;
      } | null;
      /** @enum {string} */
      availability:
        'for_sale' | 'open_to_offers' | 'not_for_sale' | 'on_loan' | 'private_collection' | 'sold';
      price: {
        amount: number;
        currency: string;
      } | null;
      location: {
        country: string | null;
      } | null;
      current_collection: {
        slug: string;
        name: string;
        type: string;
        city: string | null;
        country: string | null;
      } | null;
      images: {
        cover_url?: string | null;
        thumbnail_url?: string | null;
      };
      provenance_summary: string | null;
      links: {
        self: string;
        /** Format: uri */
        public_page: string;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      source: components['schemas']['ArtworkSource'] | null;
    };
    ArtworkCreate: {
      title: string;
      artist_name: string;
      year_created?: string | null;
      medium?: string | null;
      height_cm?: number | null;
      width_cm?: number | null;
      depth_cm?: number | null;
      /** @enum {string} */
      availability?:
        | 'for_sale'
        | 'open_to_offers'
        | 'not_for_sale'
        | 'on_loan'
        | 'private_collection'
        | 'sold'
        | 'fully_private';
      price?: {
        amount: number;
        currency: string;
      } | null;
      cover_image_url?: string | null;
      external_id?: string | null;
      source_url?: string | null;
      inventory_ref?: string | null;
      integration?: components['schemas']['ArtworkSourceInput'];
    };
    ArtworkList: {
      /** @constant */
      object: 'list';
      data: components['schemas']['Artwork'][];
      pagination: components['schemas']['Pagination'];
    };
    ArtworkResponse: {
      /** @constant */
      object: 'artwork_response';
      data: components['schemas']['Artwork'];
    };
    ArtworkSource: {
      /** @constant */
      object: 'artwork_source';
      platform: string;
      platform_label: string | null;
      installation_id: string | null;
      site_url: string | null;
      external_id: string | null;
      source_url: string | null;
      /** @enum {string} */
      status: 'active' | 'unpublished' | 'removed';
      /** Format: date-time */
      last_synced_at: string;
      /** @constant */
      registry_identity_persists: true;
    };
    ArtworkSourceInput: {
      installation_id: string;
      platform?: string;
      external_id?: string;
      /** Format: uri */
      source_url?: string;
      /** @enum {string} */
      status?: 'active' | 'unpublished' | 'removed';
      /** Format: date-time */
      last_synced_at?: string;
    };
    /** @description At least one of status, last_synced_at, source_url and external_id. */
    ArtworkSourcePatch: {
      installation_id?: string;
      /** @enum {string} */
      status?: 'active' | 'unpublished' | 'removed';
      /** Format: date-time */
      last_synced_at?: string;
      /** Format: uri */
      source_url?: string;
      external_id?: string;
    };
    ArtworkSourceResponse: {
      /** @constant */
      object: 'artwork_source_response';
      source: components['schemas']['ArtworkSource'] | null;
      sources: components['schemas']['ArtworkSource'][];
      /** @constant */
      deletes_artwork: false;
    };
    ArtworkUpdate: {
      title?: string;
      artist_name?: string;
      year_created?: string | null;
      medium?: string | null;
      height_cm?: number | null;
      width_cm?: number | null;
      depth_cm?: number | null;
      /** @enum {string} */
      availability?:
        | 'for_sale'
        | 'open_to_offers'
        | 'not_for_sale'
        | 'on_loan'
        | 'private_collection'
        | 'sold'
        | 'fully_private';
      price?: {
        amount: number;
        currency: string;
      } | null;
      cover_image_url?: string | null;
      external_id?: string | null;
      source_url?: string | null;
      inventory_ref?: string | null;
      integration?: components['schemas']['ArtworkSourceInput'];
    };
    ArtworkUpdateResult: {
      /** @constant */
      object: 'artwork_update_result';
      registry_id: string;
      public: boolean;
      changed_fields: string[];
      data: components['schemas']['Artwork'] | null;
      source?: components['schemas']['ArtworkSource'] | null;
      sources?: components['schemas']['ArtworkSource'][];
      /** @constant */
      deletes_artwork?: false;
    };
    ArtworkWriteResult: {
      /** @constant */
      object: 'artwork_write_result';
      duplicate: boolean;
      matched_on: string | null;
      registry_id: string;
      data: components['schemas']['Artwork'] | null;
    };
    /** @description Either changes or source. */
    BatchUpdateItem: {
      registry_id: string;
      idempotency_key: string;
      changes?: components['schemas']['ArtworkUpdate'];
      source?: components['schemas']['ArtworkSourcePatch'];
    };
    BatchUpdateRequest: {
      installation_id: string;
      items: components['schemas']['BatchUpdateItem'][];
    };
    BatchUpdateResult: {
      /** @constant */
      object: 'batch_update_result';
      installation_id: string;
      summary: {
        total: number;
        updated: number;
        replayed: number;
        failed: number;
      };
      data: components['schemas']['BatchUpdateResultItem'][];
    };
    BatchUpdateResultItem: {
      index: number;
      registry_id: string | null;
      idempotency_key: string | null;
      status: number;
      replayed: boolean;
      result: components['schemas']['ArtworkUpdateResult'] | null;
      error: components['schemas']['ErrorBody'] | null;
    };
    Certificate: {
      /** @constant */
      object: 'certificate';
      id: string;
      /** @enum {string} */
      status: 'valid' | 'superseded' | 'withdrawn';
      registry_id: string | null;
      issuer: string | null;
      /** Format: date-time */
      issued_at: string;
      withdrawn_at: string | null;
      statement: string | null;
      signature: string | null;
      kid: string | null;
      links: {
        public_page: string;
        keys: string;
      };
    };
    CertificateRequest: {
      edition_number?: number;
      edition_size?: number;
      note?: string | null;
    };
    CertificateWithdrawal: {
      reason: string;
    };
    Change:
      | {
          seq: number;
          /** @enum {string} */
          op: 'upsert' | 'remove';
          registry_id: string;
          /** Format: date-time */
          updated_at: string;
        }
      | {
          seq: number;
          /** @constant */
          op: 'profile';
          profile: {
            id: string;
            type: string;
            slug: string;
            former_slug: string | null;
            name: string;
            city: string | null;
            country: string | null;
          };
          /** Format: date-time */
          updated_at: string;
        }
      | {
          seq: number;
          /** @constant */
          op: 'installation';
          installation: {
            id: string;
            site_url: string;
          };
          /** Format: date-time */
          updated_at: string;
        };
    ChangeList: {
      /** @constant */
      object: 'change_list';
      data: components['schemas']['Change'][];
      next_after: number;
      has_more: boolean;
    };
    ConnectRequest: {
      platform: string;
      /** Format: uri */
      site_url: string;
      site_name?: string | null;
      client_version?: string | null;
    };
    ErrorBody: {
      code: string;
      message: string;
      issues?: components['schemas']['ErrorIssue'][];
      fields?: string[];
    };
    ErrorEnvelope: {
      error: components['schemas']['ErrorBody'];
      retry_after_seconds?: number;
    };
    ErrorIssue: {
      path: string;
      message: string;
    };
    GalleryResponse: {
      /** @constant */
      object: 'gallery_response';
      data: components['schemas']['Institution'];
    };
    Installation: {
      /** @constant */
      object: 'installation';
      installation_id: string;
      platform: string;
      platform_label: string | null;
      site_url: string;
      created: boolean;
      /** Format: date-time */
      connected_at: string;
      last_synced_at: string | null;
      profiles: components['schemas']['Profile'][];
    };
    InstallationMove: {
      /** Format: uri */
      site_url: string;
    };
    Institution: {
      /** @enum {string} */
      object: 'gallery' | 'museum' | 'collection';
      /** Format: uuid */
      id: string;
      slug: string;
      name: string;
      artworks_count: number;
      links: {
        self: string;
        artworks: string;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      type: string;
      city: string | null;
      country: string | null;
      website: string | null;
    };
    MatchResult: {
      /** @constant */
      object: 'match_result';
      duplicate: boolean;
      matched_on: string | null;
      registry_id: string | null;
      data: components['schemas']['Artwork'] | null;
      conflict: components['schemas']['ErrorBody'] | null;
    };
    MuseumResponse: {
      /** @constant */
      object: 'museum_response';
      data: components['schemas']['Institution'];
    };
    Pagination: {
      total: number;
      limit: number;
      offset: number;
      has_more: boolean;
    };
    Profile: {
      /** Format: uuid */
      id: string;
      type: string;
      slug: string;
      name: string;
      city: string | null;
      country: string | null;
    };
    ServiceDescriptor: {
      /** @constant */
      object: 'service';
      name: string;
      /** @default false */
      test: boolean;
      api_version: string;
      organization: {
        slug: string;
        name: string;
        status: string;
      };
      key: {
        prefix: string;
        name: string | null;
        scopes: string[];
        /** Format: date-time */
        created_at: string;
        expires_at: string | null;
      };
      scopes: string[];
      rate_limit: {
        limit: number;
        window_seconds: number;
      };
      features: string[];
      endpoints: {
        method: string;
        path: string;
        scope: string | null;
        available: boolean;
      }[];
      /** Format: uri */
      documentation_url: string;
      /** Format: date-time */
      time: string;
    };
    SyncItem: {
      idempotency_key: string;
      artwork: components['schemas']['ArtworkCreate'];
    };
    SyncRequest: {
      installation_id: string;
      items: components['schemas']['SyncItem'][];
    };
    SyncResult: {
      /** @constant */
      object: 'sync_result';
      installation_id: string;
      summary: {
        total: number;
        created: number;
        duplicates: number;
        replayed: number;
        failed: number;
      };
      data: components['schemas']['SyncResultItem'][];
    };
    SyncResultItem: {
      index: number;
      idempotency_key: string | null;
      status: number;
      replayed: boolean;
      result: components['schemas']['ArtworkWriteResult'] | null;
      error: components['schemas']['ErrorBody'] | null;
    };
    WebhookEvent: {
      /** @constant */
      object: 'event';
      id: string;
      type: string;
      created_at: string;
      organization: {
        slug: string;
      };
      resource: {
        type: string;
        id: string;
        registry_id: string | null;
      };
      changed_fields: string[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Version of the API. */
    'x-registry-api-version': 'v1';
    /** @description Answers are not to be stored. */
    'cache-control': 'no-store';
    /** @description Names this answer in questions to the operator. */
    'x-request-id': string;
    /** @description Requests per minute and key. */
    'x-ratelimit-limit': number;
    /** @description Requests left in this window. */
    'x-ratelimit-remaining': number;
    /** @description When the window resets, in unix seconds. */
    'x-ratelimit-reset': number;
    /** @description Seconds to wait. */
    'retry-after': number;
    /** @description Seconds to wait, where the first call still runs. */
    'retry-after-if-running': number;
    /** @description Seconds to wait, where the registry does not know whether the call was carried out. */
    'retry-after-if-unknown': number;
    /** @description How to present a key. */
    'www-authenticate': 'Bearer realm="registry"';
    /** @description On a repeat: the stored answer. */
    'idempotent-replay': 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getService: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The service as this key sees it. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "service",
           *       "name": "Artwork Registry",
           *       "test": false,
           *       "api_version": "v1",
           *       "organization": {
           *         "slug": "demo",
           *         "name": "Demo Gallery",
           *         "status": "active"
           *       },
           *       "key": {
           *         "prefix": "areg_Zk31xQ9a",
           *         "name": "shop",
           *         "scopes": [
           *           "artworks:read",
           *           "artworks:write"
           *         ],
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "expires_at": null
           *       },
           *       "scopes": [
           *         "artworks:read",
           *         "artworks:write"
           *       ],
           *       "rate_limit": {
           *         "limit": 120,
           *         "window_seconds": 60
           *       },
           *       "features": [
           *         "access_claim",
           *         "batch_update",
           *         "certificates",
           *         "changes",
           *         "installation_move",
           *         "match",
           *         "openapi"
           *       ],
           *       "endpoints": [
           *         {
           *           "method": "GET",
           *           "path": "/artworks",
           *           "scope": "artworks:read",
           *           "available": true
           *         }
           *       ],
           *       "documentation_url": "https://registry.example/docs",
           *       "time": "2026-03-01T12:00:00.000001Z"
           *     }
           */
          'application/json': components['schemas']['ServiceDescriptor'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  listArtworks: {
    parameters: {
      query?: {
        /** @description Words or beginnings of words in title, artist name and medium; marks and case do not matter. */
        q?: string;
        /** @description Slug, uuid or part of the name of an artist. */
        artist?: string;
        /** @description Slug or uuid of a gallery. */
        gallery?: string;
        /** @description Slug or uuid of a museum. */
        museum?: string;
        /** @description Slug or uuid of the profile that holds the work. */
        collection?: string;
        /** @description Part of the medium. */
        medium?: string;
        /** @description year_created exactly. */
        year?: string;
        /** @description Availability exactly. */
        availability?:
          'for_sale' | 'open_to_offers' | 'not_for_sale' | 'on_loan' | 'private_collection' | 'sold';
        /** @description Art ID exactly. */
        collect24_id?: string;
        /** @description Only works that this installation of yours is responsible for. */
        installation_id?: string;
        /** @description Only works that come from this platform. */
        platform?: string;
        /** @description Lowest public asking price. */
        price_min?: number;
        /** @description Highest public asking price. */
        price_max?: number;
        /** @description Works changed at or after this moment, oldest change first. */
        updated_since?: string;
        /** @description Size of the page. */
        limit?: number;
        /** @description Start of the page. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "list",
           *       "data": [
           *         {
           *           "object": "artwork",
           *           "registry_id": "AREG-1042",
           *           "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *           "title": "Irises",
           *           "artist": {
           *             "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *             "name": "Vincent van Gogh",
           *             "slug": "vincent-van-gogh"
           *           },
           *           "year_created": "1889",
           *           "medium": "Oil on canvas",
           *           "dimensions_cm": {
           *             "height": 74.3,
           *             "width": 94.3,
           *             "depth": null
           *           },
           *           "availability": "for_sale",
           *           "price": {
           *             "amount": 1200,
           *             "currency": "EUR"
           *           },
           *           "location": {
           *             "country": "CH"
           *           },
           *           "current_collection": {
           *             "slug": "demo",
           *             "name": "Demo Gallery",
           *             "type": "gallery",
           *             "city": "Basel",
           *             "country": "CH"
           *           },
           *           "images": {
           *             "cover_url": "https://shop.example/irises.jpg",
           *             "thumbnail_url": null
           *           },
           *           "provenance_summary": null,
           *           "links": {
           *             "self": "/api/v1/artworks/AREG-1042",
           *             "public_page": "https://registry.example/artworks/AREG-1042"
           *           },
           *           "created_at": "2026-03-01T12:00:00.000001Z",
           *           "updated_at": "2026-03-01T12:00:00.000001Z",
           *           "source": {
           *             "object": "artwork_source",
           *             "platform": "woocommerce",
           *             "platform_label": null,
           *             "installation_id": "ins_4k2mQ8",
           *             "site_url": "https://shop.example",
           *             "external_id": "1042",
           *             "source_url": "https://shop.example/works/irises",
           *             "status": "active",
           *             "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *             "registry_identity_persists": true
           *           }
           *         }
           *       ],
           *       "pagination": {
           *         "total": 1,
           *         "limit": 25,
           *         "offset": 0,
           *         "has_more": false
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkList'];
        };
      };
      /** @description `invalid_query`: The query is not valid. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  publishArtwork: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repeat of the same body answer the stored result, with the header idempotent-replay: true. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Irises",
         *       "artist_name": "Vincent van Gogh",
         *       "year_created": "1889",
         *       "medium": "Oil on canvas",
         *       "height_cm": 74.3,
         *       "width_cm": 94.3,
         *       "availability": "for_sale",
         *       "price": {
         *         "amount": 1200,
         *         "currency": "EUR"
         *       },
         *       "cover_image_url": "https://shop.example/irises.jpg",
         *       "external_id": "1042",
         *       "source_url": "https://shop.example/works/irises",
         *       "integration": {
         *         "installation_id": "ins_4k2mQ8"
         *       }
         *     }
         */
        'application/json': components['schemas']['ArtworkCreate'];
      };
    };
    responses: {
      /** @description An existing artwork matched; nothing was created. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'idempotent-replay': components['headers']['idempotent-replay'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "artwork_write_result",
           *       "duplicate": true,
           *       "matched_on": "fingerprint",
           *       "registry_id": "AREG-1042",
           *       "data": {
           *         "object": "artwork",
           *         "registry_id": "AREG-1042",
           *         "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *         "title": "Irises",
           *         "artist": {
           *           "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *           "name": "Vincent van Gogh",
           *           "slug": "vincent-van-gogh"
           *         },
           *         "year_created": "1889",
           *         "medium": "Oil on canvas",
           *         "dimensions_cm": {
           *           "height": 74.3,
           *           "width": 94.3,
           *           "depth": null
           *         },
           *         "availability": "for_sale",
           *         "price": {
           *           "amount": 1200,
           *           "currency": "EUR"
           *         },
           *         "location": {
           *           "country": "CH"
           *         },
           *         "current_collection": {
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "type": "gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         },
           *         "images": {
           *           "cover_url": "https://shop.example/irises.jpg",
           *           "thumbnail_url": null
           *         },
           *         "provenance_summary": null,
           *         "links": {
           *           "self": "/api/v1/artworks/AREG-1042",
           *           "public_page": "https://registry.example/artworks/AREG-1042"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "source": {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "active",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkWriteResult'];
        };
      };
      /** @description Registered; `registry_id` is new. */
      201: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'idempotent-replay': components['headers']['idempotent-replay'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "artwork_write_result",
           *       "duplicate": false,
           *       "matched_on": null,
           *       "registry_id": "AREG-1042",
           *       "data": {
           *         "object": "artwork",
           *         "registry_id": "AREG-1042",
           *         "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *         "title": "Irises",
           *         "artist": {
           *           "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *           "name": "Vincent van Gogh",
           *           "slug": "vincent-van-gogh"
           *         },
           *         "year_created": "1889",
           *         "medium": "Oil on canvas",
           *         "dimensions_cm": {
           *           "height": 74.3,
           *           "width": 94.3,
           *           "depth": null
           *         },
           *         "availability": "for_sale",
           *         "price": {
           *           "amount": 1200,
           *           "currency": "EUR"
           *         },
           *         "location": {
           *           "country": "CH"
           *         },
           *         "current_collection": {
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "type": "gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         },
           *         "images": {
           *           "cover_url": "https://shop.example/irises.jpg",
           *           "thumbnail_url": null
           *         },
           *         "provenance_summary": null,
           *         "links": {
           *           "self": "/api/v1/artworks/AREG-1042",
           *           "public_page": "https://registry.example/artworks/AREG-1042"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "source": {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "active",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkWriteResult'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `no_write_target`: The organisation has no gallery or collection profile to publish into. `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `idempotency_key_reused`: This idempotency key was used before with a different body. `idempotent_request_in_progress`: A request with this idempotency key is still running. `source_conflict`: The source of this artwork conflicts with one that is already registered. */
      409: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after-if-running'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. `unknown_installation`: This installation is not known. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  getArtwork: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Art ID (`registry_id`) or uuid of the artwork. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The artwork. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "artwork_response",
           *       "data": {
           *         "object": "artwork",
           *         "registry_id": "AREG-1042",
           *         "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *         "title": "Irises",
           *         "artist": {
           *           "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *           "name": "Vincent van Gogh",
           *           "slug": "vincent-van-gogh"
           *         },
           *         "year_created": "1889",
           *         "medium": "Oil on canvas",
           *         "dimensions_cm": {
           *           "height": 74.3,
           *           "width": 94.3,
           *           "depth": null
           *         },
           *         "availability": "for_sale",
           *         "price": {
           *           "amount": 1200,
           *           "currency": "EUR"
           *         },
           *         "location": {
           *           "country": "CH"
           *         },
           *         "current_collection": {
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "type": "gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         },
           *         "images": {
           *           "cover_url": "https://shop.example/irises.jpg",
           *           "thumbnail_url": null
           *         },
           *         "provenance_summary": null,
           *         "links": {
           *           "self": "/api/v1/artworks/AREG-1042",
           *           "public_page": "https://registry.example/artworks/AREG-1042"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "source": {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "active",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkResponse'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `artwork_not_found`: No public artwork has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  updateArtwork: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Art ID (`registry_id`) or uuid of the artwork. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "availability": "sold"
         *     }
         */
        'application/json': components['schemas']['ArtworkUpdate'];
      };
    };
    responses: {
      /** @description What changed, and the work as it is now. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "artwork_update_result",
           *       "registry_id": "AREG-1042",
           *       "public": true,
           *       "changed_fields": [
           *         "availability"
           *       ],
           *       "data": {
           *         "object": "artwork",
           *         "registry_id": "AREG-1042",
           *         "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *         "title": "Irises",
           *         "artist": {
           *           "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *           "name": "Vincent van Gogh",
           *           "slug": "vincent-van-gogh"
           *         },
           *         "year_created": "1889",
           *         "medium": "Oil on canvas",
           *         "dimensions_cm": {
           *           "height": 74.3,
           *           "width": 94.3,
           *           "depth": null
           *         },
           *         "availability": "sold",
           *         "price": null,
           *         "location": {
           *           "country": "CH"
           *         },
           *         "current_collection": {
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "type": "gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         },
           *         "images": {
           *           "cover_url": "https://shop.example/irises.jpg",
           *           "thumbnail_url": null
           *         },
           *         "provenance_summary": null,
           *         "links": {
           *           "self": "/api/v1/artworks/AREG-1042",
           *           "public_page": "https://registry.example/artworks/AREG-1042"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "source": {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "active",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkUpdateResult'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `not_permitted`: This artwork belongs to another organisation. `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `artwork_not_found`: No public artwork has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `source_conflict`: The source of this artwork conflicts with one that is already registered. */
      409: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after-if-running'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. `unknown_installation`: This installation is not known. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  getArtworkSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Art ID (`registry_id`) or uuid of the artwork. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The oldest active source first. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "artwork_source_response",
           *       "source": {
           *         "object": "artwork_source",
           *         "platform": "woocommerce",
           *         "platform_label": null,
           *         "installation_id": "ins_4k2mQ8",
           *         "site_url": "https://shop.example",
           *         "external_id": "1042",
           *         "source_url": "https://shop.example/works/irises",
           *         "status": "active",
           *         "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *         "registry_identity_persists": true
           *       },
           *       "sources": [
           *         {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "active",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       ],
           *       "deletes_artwork": false
           *     }
           */
          'application/json': components['schemas']['ArtworkSourceResponse'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `artwork_not_found`: No public artwork has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  updateArtworkSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Art ID (`registry_id`) or uuid of the artwork. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "unpublished"
         *     }
         */
        'application/json': components['schemas']['ArtworkSourcePatch'];
      };
    };
    responses: {
      /** @description The work, unchanged, and its sources. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "artwork_update_result",
           *       "registry_id": "AREG-1042",
           *       "public": true,
           *       "changed_fields": [],
           *       "data": {
           *         "object": "artwork",
           *         "registry_id": "AREG-1042",
           *         "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *         "title": "Irises",
           *         "artist": {
           *           "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *           "name": "Vincent van Gogh",
           *           "slug": "vincent-van-gogh"
           *         },
           *         "year_created": "1889",
           *         "medium": "Oil on canvas",
           *         "dimensions_cm": {
           *           "height": 74.3,
           *           "width": 94.3,
           *           "depth": null
           *         },
           *         "availability": "sold",
           *         "price": null,
           *         "location": {
           *           "country": "CH"
           *         },
           *         "current_collection": {
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "type": "gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         },
           *         "images": {
           *           "cover_url": "https://shop.example/irises.jpg",
           *           "thumbnail_url": null
           *         },
           *         "provenance_summary": null,
           *         "links": {
           *           "self": "/api/v1/artworks/AREG-1042",
           *           "public_page": "https://registry.example/artworks/AREG-1042"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "source": {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "active",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       },
           *       "source": {
           *         "object": "artwork_source",
           *         "platform": "woocommerce",
           *         "platform_label": null,
           *         "installation_id": "ins_4k2mQ8",
           *         "site_url": "https://shop.example",
           *         "external_id": "1042",
           *         "source_url": "https://shop.example/works/irises",
           *         "status": "unpublished",
           *         "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *         "registry_identity_persists": true
           *       },
           *       "sources": [
           *         {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "unpublished",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       ],
           *       "deletes_artwork": false
           *     }
           */
          'application/json': components['schemas']['ArtworkUpdateResult'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `source_ownership_mismatch`: This installation does not belong to your organisation. `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `artwork_not_found`: No public artwork has this id. `source_not_found`: None of your installations holds a source on this artwork. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `source_conflict`: The source of this artwork conflicts with one that is already registered. */
      409: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after-if-running'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `installation_id_required`: Several of your installations hold a source on this artwork. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  matchArtwork: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Irises",
         *       "artist_name": "Vincent van Gogh",
         *       "year_created": "1889",
         *       "medium": "Oil on canvas",
         *       "height_cm": 74.3,
         *       "width_cm": 94.3,
         *       "availability": "for_sale",
         *       "price": {
         *         "amount": 1200,
         *         "currency": "EUR"
         *       },
         *       "cover_image_url": "https://shop.example/irises.jpg",
         *       "external_id": "1042",
         *       "source_url": "https://shop.example/works/irises",
         *       "integration": {
         *         "installation_id": "ins_4k2mQ8"
         *       }
         *     }
         */
        'application/json': components['schemas']['ArtworkCreate'];
      };
    };
    responses: {
      /** @description What publishing this body would find now. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "match_result",
           *       "duplicate": true,
           *       "matched_on": "fingerprint",
           *       "registry_id": "AREG-1042",
           *       "data": {
           *         "object": "artwork",
           *         "registry_id": "AREG-1042",
           *         "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *         "title": "Irises",
           *         "artist": {
           *           "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *           "name": "Vincent van Gogh",
           *           "slug": "vincent-van-gogh"
           *         },
           *         "year_created": "1889",
           *         "medium": "Oil on canvas",
           *         "dimensions_cm": {
           *           "height": 74.3,
           *           "width": 94.3,
           *           "depth": null
           *         },
           *         "availability": "for_sale",
           *         "price": {
           *           "amount": 1200,
           *           "currency": "EUR"
           *         },
           *         "location": {
           *           "country": "CH"
           *         },
           *         "current_collection": {
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "type": "gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         },
           *         "images": {
           *           "cover_url": "https://shop.example/irises.jpg",
           *           "thumbnail_url": null
           *         },
           *         "provenance_summary": null,
           *         "links": {
           *           "self": "/api/v1/artworks/AREG-1042",
           *           "public_page": "https://registry.example/artworks/AREG-1042"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "source": {
           *           "object": "artwork_source",
           *           "platform": "woocommerce",
           *           "platform_label": null,
           *           "installation_id": "ins_4k2mQ8",
           *           "site_url": "https://shop.example",
           *           "external_id": "1042",
           *           "source_url": "https://shop.example/works/irises",
           *           "status": "active",
           *           "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *           "registry_identity_persists": true
           *         }
           *       },
           *       "conflict": null
           *     }
           */
          'application/json': components['schemas']['MatchResult'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `no_write_target`: The organisation has no gallery or collection profile to publish into. `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. `unknown_installation`: This installation is not known. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  issueCertificate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repeat of the same body answer the stored result, with the header idempotent-replay: true. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Art ID (`registry_id`) or uuid of the artwork. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "edition_number": 3,
         *       "edition_size": 50
         *     }
         */
        'application/json': components['schemas']['CertificateRequest'];
      };
    };
    responses: {
      /** @description The certificate. */
      201: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'idempotent-replay': components['headers']['idempotent-replay'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "certificate",
           *       "id": "5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c",
           *       "status": "valid",
           *       "registry_id": "AREG-1042",
           *       "issuer": "Demo Gallery",
           *       "issued_at": "2026-03-01T12:00:00.000001Z",
           *       "withdrawn_at": null,
           *       "statement": "{\"type\":\"artwork-registry-certificate\",\"version\":1}",
           *       "signature": "c2lnbmF0dXJl",
           *       "kid": "k3yId0123456789a",
           *       "links": {
           *         "public_page": "https://registry.example/certificates/5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c",
           *         "keys": "https://registry.example/.well-known/artwork-registry-keys.json"
           *       }
           *     }
           */
          'application/json': components['schemas']['Certificate'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `not_permitted`: This artwork belongs to another organisation. `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `artwork_not_found`: No public artwork has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `idempotency_key_reused`: This idempotency key was used before with a different body. `idempotent_request_in_progress`: A request with this idempotency key is still running. */
      409: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after-if-running'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  getCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id that the issuer was given. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The certificate. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "certificate",
           *       "id": "5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c",
           *       "status": "valid",
           *       "registry_id": "AREG-1042",
           *       "issuer": "Demo Gallery",
           *       "issued_at": "2026-03-01T12:00:00.000001Z",
           *       "withdrawn_at": null,
           *       "statement": "{\"type\":\"artwork-registry-certificate\",\"version\":1}",
           *       "signature": "c2lnbmF0dXJl",
           *       "kid": "k3yId0123456789a",
           *       "links": {
           *         "public_page": "https://registry.example/certificates/5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c",
           *         "keys": "https://registry.example/.well-known/artwork-registry-keys.json"
           *       }
           *     }
           */
          'application/json': components['schemas']['Certificate'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `certificate_not_found`: There is no certificate with this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  withdrawCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id that the issuer was given. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The sale was cancelled."
         *     }
         */
        'application/json': components['schemas']['CertificateWithdrawal'];
      };
    };
    responses: {
      /** @description The certificate, withdrawn. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "certificate",
           *       "id": "5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c",
           *       "status": "withdrawn",
           *       "registry_id": "AREG-1042",
           *       "issuer": "Demo Gallery",
           *       "issued_at": "2026-03-01T12:00:00.000001Z",
           *       "withdrawn_at": "2026-03-01T12:00:00.000001Z",
           *       "statement": "{\"type\":\"artwork-registry-certificate\",\"version\":1}",
           *       "signature": "c2lnbmF0dXJl",
           *       "kid": "k3yId0123456789a",
           *       "links": {
           *         "public_page": "https://registry.example/certificates/5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c",
           *         "keys": "https://registry.example/.well-known/artwork-registry-keys.json"
           *       }
           *     }
           */
          'application/json': components['schemas']['Certificate'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `not_permitted`: This artwork belongs to another organisation. `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `certificate_not_found`: There is no certificate with this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  getArtist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug or uuid of the record. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The artist. Counts cover public artworks only. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "artist_response",
           *       "data": {
           *         "object": "artist",
           *         "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *         "slug": "vincent-van-gogh",
           *         "name": "Vincent van Gogh",
           *         "artworks_count": 1,
           *         "links": {
           *           "self": "/api/v1/artists/vincent-van-gogh",
           *           "artworks": "/api/v1/artists/vincent-van-gogh/artworks"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "sort_name": "Gogh, Vincent van",
           *         "birth_year": null,
           *         "death_year": null,
           *         "nationality": null,
           *         "same_as": []
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtistResponse'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `artist_not_found`: No artist has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  listArtistArtworks: {
    parameters: {
      query?: {
        /** @description Size of the page. */
        limit?: number;
        /** @description Start of the page. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug or uuid of the record. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "list",
           *       "data": [
           *         {
           *           "object": "artwork",
           *           "registry_id": "AREG-1042",
           *           "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *           "title": "Irises",
           *           "artist": {
           *             "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *             "name": "Vincent van Gogh",
           *             "slug": "vincent-van-gogh"
           *           },
           *           "year_created": "1889",
           *           "medium": "Oil on canvas",
           *           "dimensions_cm": {
           *             "height": 74.3,
           *             "width": 94.3,
           *             "depth": null
           *           },
           *           "availability": "for_sale",
           *           "price": {
           *             "amount": 1200,
           *             "currency": "EUR"
           *           },
           *           "location": {
           *             "country": "CH"
           *           },
           *           "current_collection": {
           *             "slug": "demo",
           *             "name": "Demo Gallery",
           *             "type": "gallery",
           *             "city": "Basel",
           *             "country": "CH"
           *           },
           *           "images": {
           *             "cover_url": "https://shop.example/irises.jpg",
           *             "thumbnail_url": null
           *           },
           *           "provenance_summary": null,
           *           "links": {
           *             "self": "/api/v1/artworks/AREG-1042",
           *             "public_page": "https://registry.example/artworks/AREG-1042"
           *           },
           *           "created_at": "2026-03-01T12:00:00.000001Z",
           *           "updated_at": "2026-03-01T12:00:00.000001Z",
           *           "source": {
           *             "object": "artwork_source",
           *             "platform": "woocommerce",
           *             "platform_label": null,
           *             "installation_id": "ins_4k2mQ8",
           *             "site_url": "https://shop.example",
           *             "external_id": "1042",
           *             "source_url": "https://shop.example/works/irises",
           *             "status": "active",
           *             "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *             "registry_identity_persists": true
           *           }
           *         }
           *       ],
           *       "pagination": {
           *         "total": 1,
           *         "limit": 25,
           *         "offset": 0,
           *         "has_more": false
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkList'];
        };
      };
      /** @description `invalid_query`: The query is not valid. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `artist_not_found`: No artist has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  getGallery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug or uuid of the record. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The gallery. Counts cover public artworks only. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "gallery_response",
           *       "data": {
           *         "object": "gallery",
           *         "id": "b8c9f5b0-4d0e-4ff5-8f8a-0f4b8c1d2e3f",
           *         "slug": "demo",
           *         "name": "Demo Gallery",
           *         "artworks_count": 1,
           *         "links": {
           *           "self": "/api/v1/galleries/demo",
           *           "artworks": "/api/v1/galleries/demo/artworks"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "type": "gallery",
           *         "city": "Basel",
           *         "country": "CH",
           *         "website": null
           *       }
           *     }
           */
          'application/json': components['schemas']['GalleryResponse'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `gallery_not_found`: No gallery has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  listGalleryArtworks: {
    parameters: {
      query?: {
        /** @description Size of the page. */
        limit?: number;
        /** @description Start of the page. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug or uuid of the record. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "list",
           *       "data": [
           *         {
           *           "object": "artwork",
           *           "registry_id": "AREG-1042",
           *           "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *           "title": "Irises",
           *           "artist": {
           *             "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *             "name": "Vincent van Gogh",
           *             "slug": "vincent-van-gogh"
           *           },
           *           "year_created": "1889",
           *           "medium": "Oil on canvas",
           *           "dimensions_cm": {
           *             "height": 74.3,
           *             "width": 94.3,
           *             "depth": null
           *           },
           *           "availability": "for_sale",
           *           "price": {
           *             "amount": 1200,
           *             "currency": "EUR"
           *           },
           *           "location": {
           *             "country": "CH"
           *           },
           *           "current_collection": {
           *             "slug": "demo",
           *             "name": "Demo Gallery",
           *             "type": "gallery",
           *             "city": "Basel",
           *             "country": "CH"
           *           },
           *           "images": {
           *             "cover_url": "https://shop.example/irises.jpg",
           *             "thumbnail_url": null
           *           },
           *           "provenance_summary": null,
           *           "links": {
           *             "self": "/api/v1/artworks/AREG-1042",
           *             "public_page": "https://registry.example/artworks/AREG-1042"
           *           },
           *           "created_at": "2026-03-01T12:00:00.000001Z",
           *           "updated_at": "2026-03-01T12:00:00.000001Z",
           *           "source": {
           *             "object": "artwork_source",
           *             "platform": "woocommerce",
           *             "platform_label": null,
           *             "installation_id": "ins_4k2mQ8",
           *             "site_url": "https://shop.example",
           *             "external_id": "1042",
           *             "source_url": "https://shop.example/works/irises",
           *             "status": "active",
           *             "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *             "registry_identity_persists": true
           *           }
           *         }
           *       ],
           *       "pagination": {
           *         "total": 1,
           *         "limit": 25,
           *         "offset": 0,
           *         "has_more": false
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkList'];
        };
      };
      /** @description `invalid_query`: The query is not valid. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `gallery_not_found`: No gallery has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  getMuseum: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug or uuid of the record. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The museum. Counts cover public artworks only. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "museum_response",
           *       "data": {
           *         "object": "museum",
           *         "id": "b8c9f5b0-4d0e-4ff5-8f8a-0f4b8c1d2e3f",
           *         "slug": "demo",
           *         "name": "Demo Gallery",
           *         "artworks_count": 1,
           *         "links": {
           *           "self": "/api/v1/museums/demo",
           *           "artworks": "/api/v1/museums/demo/artworks"
           *         },
           *         "created_at": "2026-03-01T12:00:00.000001Z",
           *         "updated_at": "2026-03-01T12:00:00.000001Z",
           *         "type": "museum",
           *         "city": "Basel",
           *         "country": "CH",
           *         "website": null
           *       }
           *     }
           */
          'application/json': components['schemas']['MuseumResponse'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `museum_not_found`: No museum has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  listMuseumArtworks: {
    parameters: {
      query?: {
        /** @description Size of the page. */
        limit?: number;
        /** @description Start of the page. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug or uuid of the record. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "list",
           *       "data": [
           *         {
           *           "object": "artwork",
           *           "registry_id": "AREG-1042",
           *           "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *           "title": "Irises",
           *           "artist": {
           *             "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *             "name": "Vincent van Gogh",
           *             "slug": "vincent-van-gogh"
           *           },
           *           "year_created": "1889",
           *           "medium": "Oil on canvas",
           *           "dimensions_cm": {
           *             "height": 74.3,
           *             "width": 94.3,
           *             "depth": null
           *           },
           *           "availability": "for_sale",
           *           "price": {
           *             "amount": 1200,
           *             "currency": "EUR"
           *           },
           *           "location": {
           *             "country": "CH"
           *           },
           *           "current_collection": {
           *             "slug": "demo",
           *             "name": "Demo Gallery",
           *             "type": "gallery",
           *             "city": "Basel",
           *             "country": "CH"
           *           },
           *           "images": {
           *             "cover_url": "https://shop.example/irises.jpg",
           *             "thumbnail_url": null
           *           },
           *           "provenance_summary": null,
           *           "links": {
           *             "self": "/api/v1/artworks/AREG-1042",
           *             "public_page": "https://registry.example/artworks/AREG-1042"
           *           },
           *           "created_at": "2026-03-01T12:00:00.000001Z",
           *           "updated_at": "2026-03-01T12:00:00.000001Z",
           *           "source": {
           *             "object": "artwork_source",
           *             "platform": "woocommerce",
           *             "platform_label": null,
           *             "installation_id": "ins_4k2mQ8",
           *             "site_url": "https://shop.example",
           *             "external_id": "1042",
           *             "source_url": "https://shop.example/works/irises",
           *             "status": "active",
           *             "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *             "registry_identity_persists": true
           *           }
           *         }
           *       ],
           *       "pagination": {
           *         "total": 1,
           *         "limit": 25,
           *         "offset": 0,
           *         "has_more": false
           *       }
           *     }
           */
          'application/json': components['schemas']['ArtworkList'];
        };
      };
      /** @description `invalid_query`: The query is not valid. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `museum_not_found`: No museum has this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  listChanges: {
    parameters: {
      query?: {
        /** @description The `next_after` of the page before; 0 begins with the first change. */
        after?: number;
        /** @description Size of the page. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Changes after the given seq, oldest first. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "change_list",
           *       "data": [
           *         {
           *           "seq": 7,
           *           "op": "upsert",
           *           "registry_id": "AREG-1042",
           *           "updated_at": "2026-03-01T12:00:00.000001Z"
           *         },
           *         {
           *           "seq": 8,
           *           "op": "profile",
           *           "profile": {
           *             "id": "b8c9f5b0-4d0e-4ff5-8f8a-0f4b8c1d2e3f",
           *             "type": "gallery",
           *             "slug": "demo",
           *             "name": "Demo Gallery",
           *             "city": "Basel",
           *             "country": "CH",
           *             "former_slug": null
           *           },
           *           "updated_at": "2026-03-01T12:00:00.000001Z"
           *         },
           *         {
           *           "seq": 9,
           *           "op": "installation",
           *           "installation": {
           *             "id": "ins_4k2mQ8",
           *             "site_url": "https://new.example"
           *           },
           *           "updated_at": "2026-03-01T12:00:00.000001Z"
           *         }
           *       ],
           *       "next_after": 9,
           *       "has_more": false
           *     }
           */
          'application/json': components['schemas']['ChangeList'];
        };
      };
      /** @description `invalid_query`: The query is not valid. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  requestAccess: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com",
         *       "organization": "Analytical Engines",
         *       "website": "https://example.com",
         *       "access_type": "read",
         *       "intended_use": "Showing the works of our city on a map for visitors."
         *     }
         */
        'application/json': components['schemas']['AccessRequest'];
      };
    };
    responses: {
      /** @description A read key, or a queued request. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "access_request_result",
           *       "request_id": "0c9d1f52-7f3c-4a58-9c1d-6b1f3e2a4d5c",
           *       "claim_token": "bq3wWmUgHm1yT0wq0cP1xOQm3y7ZQ0v9Jr6f2b8sK4E",
           *       "status": "queued",
           *       "access_type": "publishing",
           *       "api_key": null,
           *       "key": null,
           *       "message": "The request waits for the operator of the registry, who will answer by e-mail."
           *     }
           */
          'application/json': components['schemas']['AccessRequestResult'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  claimAccess: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "request_id": "0c9d1f52-7f3c-4a58-9c1d-6b1f3e2a4d5c",
         *       "claim_token": "bq3wWmUgHm1yT0wq0cP1xOQm3y7ZQ0v9Jr6f2b8sK4E"
         *     }
         */
        'application/json': components['schemas']['AccessClaimRequest'];
      };
    };
    responses: {
      /** @description What became of the request, and the key. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "access_claim",
           *       "status": "waiting",
           *       "api_key": null,
           *       "key": null
           *     }
           */
          'application/json': components['schemas']['AccessClaim'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `access_request_not_found`: There is no access request with this id and token. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  connectInstallation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "platform": "woocommerce",
         *       "site_url": "https://shop.example"
         *     }
         */
        'application/json': components['schemas']['ConnectRequest'];
      };
    };
    responses: {
      /** @description The installation and the profiles this key may publish to. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "installation",
           *       "installation_id": "ins_4k2mQ8",
           *       "platform": "woocommerce",
           *       "platform_label": null,
           *       "site_url": "https://shop.example",
           *       "created": true,
           *       "connected_at": "2026-03-01T12:00:00.000001Z",
           *       "last_synced_at": null,
           *       "profiles": [
           *         {
           *           "id": "b8c9f5b0-4d0e-4ff5-8f8a-0f4b8c1d2e3f",
           *           "type": "gallery",
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Installation'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. `site_url_required`: site_url is required. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  moveInstallation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `installation_id` of your installation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "site_url": "https://new.example"
         *     }
         */
        'application/json': components['schemas']['InstallationMove'];
      };
    };
    responses: {
      /** @description The installation at its new address. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "installation",
           *       "installation_id": "ins_4k2mQ8",
           *       "platform": "woocommerce",
           *       "platform_label": null,
           *       "site_url": "https://new.example",
           *       "created": false,
           *       "connected_at": "2026-03-01T12:00:00.000001Z",
           *       "last_synced_at": null,
           *       "profiles": [
           *         {
           *           "id": "b8c9f5b0-4d0e-4ff5-8f8a-0f4b8c1d2e3f",
           *           "type": "gallery",
           *           "slug": "demo",
           *           "name": "Demo Gallery",
           *           "city": "Basel",
           *           "country": "CH"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Installation'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `installation_not_found`: Your organisation has no installation with this id. */
      404: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `source_conflict`: The source of this artwork conflicts with one that is already registered. */
      409: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after-if-running'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. `site_url_required`: site_url is required. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  syncArtworks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installation_id": "ins_4k2mQ8",
         *       "items": [
         *         {
         *           "idempotency_key": "p-1042",
         *           "artwork": {
         *             "title": "Irises",
         *             "artist_name": "Vincent van Gogh"
         *           }
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['SyncRequest'];
      };
    };
    responses: {
      /** @description One result per item, in the order sent. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "sync_result",
           *       "installation_id": "ins_4k2mQ8",
           *       "summary": {
           *         "total": 1,
           *         "created": 1,
           *         "duplicates": 0,
           *         "replayed": 0,
           *         "failed": 0
           *       },
           *       "data": [
           *         {
           *           "index": 0,
           *           "idempotency_key": "p-1042",
           *           "status": 201,
           *           "replayed": false,
           *           "result": {
           *             "object": "artwork_write_result",
           *             "duplicate": false,
           *             "matched_on": null,
           *             "registry_id": "AREG-1042",
           *             "data": {
           *               "object": "artwork",
           *               "registry_id": "AREG-1042",
           *               "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *               "title": "Irises",
           *               "artist": {
           *                 "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *                 "name": "Vincent van Gogh",
           *                 "slug": "vincent-van-gogh"
           *               },
           *               "year_created": "1889",
           *               "medium": "Oil on canvas",
           *               "dimensions_cm": {
           *                 "height": 74.3,
           *                 "width": 94.3,
           *                 "depth": null
           *               },
           *               "availability": "for_sale",
           *               "price": {
           *                 "amount": 1200,
           *                 "currency": "EUR"
           *               },
           *               "location": {
           *                 "country": "CH"
           *               },
           *               "current_collection": {
           *                 "slug": "demo",
           *                 "name": "Demo Gallery",
           *                 "type": "gallery",
           *                 "city": "Basel",
           *                 "country": "CH"
           *               },
           *               "images": {
           *                 "cover_url": "https://shop.example/irises.jpg",
           *                 "thumbnail_url": null
           *               },
           *               "provenance_summary": null,
           *               "links": {
           *                 "self": "/api/v1/artworks/AREG-1042",
           *                 "public_page": "https://registry.example/artworks/AREG-1042"
           *               },
           *               "created_at": "2026-03-01T12:00:00.000001Z",
           *               "updated_at": "2026-03-01T12:00:00.000001Z",
           *               "source": {
           *                 "object": "artwork_source",
           *                 "platform": "woocommerce",
           *                 "platform_label": null,
           *                 "installation_id": "ins_4k2mQ8",
           *                 "site_url": "https://shop.example",
           *                 "external_id": "1042",
           *                 "source_url": "https://shop.example/works/irises",
           *                 "status": "active",
           *                 "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *                 "registry_identity_persists": true
           *               }
           *             }
           *           },
           *           "error": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SyncResult'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `no_write_target`: The organisation has no gallery or collection profile to publish into. `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. `unknown_installation`: This installation is not known. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  updateArtworks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "installation_id": "ins_4k2mQ8",
         *       "items": [
         *         {
         *           "registry_id": "AREG-1042",
         *           "idempotency_key": "u-1042-7",
         *           "changes": {
         *             "availability": "sold"
         *           }
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['BatchUpdateRequest'];
      };
    };
    responses: {
      /** @description One result per item, in the order sent. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": "batch_update_result",
           *       "installation_id": "ins_4k2mQ8",
           *       "summary": {
           *         "total": 1,
           *         "updated": 1,
           *         "replayed": 0,
           *         "failed": 0
           *       },
           *       "data": [
           *         {
           *           "index": 0,
           *           "registry_id": "AREG-1042",
           *           "idempotency_key": "u-1042-7",
           *           "status": 200,
           *           "replayed": false,
           *           "result": {
           *             "object": "artwork_update_result",
           *             "registry_id": "AREG-1042",
           *             "public": true,
           *             "changed_fields": [
           *               "availability"
           *             ],
           *             "data": {
           *               "object": "artwork",
           *               "registry_id": "AREG-1042",
           *               "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
           *               "title": "Irises",
           *               "artist": {
           *                 "id": "7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11",
           *                 "name": "Vincent van Gogh",
           *                 "slug": "vincent-van-gogh"
           *               },
           *               "year_created": "1889",
           *               "medium": "Oil on canvas",
           *               "dimensions_cm": {
           *                 "height": 74.3,
           *                 "width": 94.3,
           *                 "depth": null
           *               },
           *               "availability": "sold",
           *               "price": null,
           *               "location": {
           *                 "country": "CH"
           *               },
           *               "current_collection": {
           *                 "slug": "demo",
           *                 "name": "Demo Gallery",
           *                 "type": "gallery",
           *                 "city": "Basel",
           *                 "country": "CH"
           *               },
           *               "images": {
           *                 "cover_url": "https://shop.example/irises.jpg",
           *                 "thumbnail_url": null
           *               },
           *               "provenance_summary": null,
           *               "links": {
           *                 "self": "/api/v1/artworks/AREG-1042",
           *                 "public_page": "https://registry.example/artworks/AREG-1042"
           *               },
           *               "created_at": "2026-03-01T12:00:00.000001Z",
           *               "updated_at": "2026-03-01T12:00:00.000001Z",
           *               "source": {
           *                 "object": "artwork_source",
           *                 "platform": "woocommerce",
           *                 "platform_label": null,
           *                 "installation_id": "ins_4k2mQ8",
           *                 "site_url": "https://shop.example",
           *                 "external_id": "1042",
           *                 "source_url": "https://shop.example/works/irises",
           *                 "status": "active",
           *                 "last_synced_at": "2026-03-01T12:00:00.000001Z",
           *                 "registry_identity_persists": true
           *               }
           *             }
           *           },
           *           "error": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BatchUpdateResult'];
        };
      };
      /** @description `invalid_json`: The request body is not valid JSON. */
      400: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unauthorized`: The API key is missing or not valid. */
      401: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'www-authenticate': components['headers']['www-authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `organisation_inactive`: The organisation of this key is not active. `missing_scope`: The API key lacks the scope this call needs. */
      403: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `payload_too_large`: The request body is too large. */
      413: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unsupported_media_type`: The request body must be JSON. */
      415: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `invalid_body`: The request body is not valid. `protected_field`: The request body contains fields that the registry manages itself. `unknown_installation`: This installation is not known. */
      422: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'x-ratelimit-limit': components['headers']['x-ratelimit-limit'];
          'x-ratelimit-remaining': components['headers']['x-ratelimit-remaining'];
          'x-ratelimit-reset': components['headers']['x-ratelimit-reset'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `internal_error`: Something went wrong in the registry. */
      500: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after-if-unknown'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      /** @description `unavailable`: The registry cannot answer just now. */
      503: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          'retry-after': components['headers']['retry-after'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1. */
      200: {
        headers: {
          'x-registry-api-version': components['headers']['x-registry-api-version'];
          'cache-control': components['headers']['cache-control'];
          'x-request-id': components['headers']['x-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
  receiveEvent: {
    parameters: {
      query?: never;
      header: {
        /** @description Kind of the event. */
        'x-registry-event': string;
        /** @description Unix seconds. */
        'x-registry-timestamp': string;
        /** @description Stable over retries: deduplicate on it. */
        'x-registry-delivery': string;
        /** @description Number of the attempt, from 1. */
        'x-registry-attempt': string;
        /** @description sha256= and the hex HMAC-SHA256 of `<timestamp>.<raw body>`. */
        'x-registry-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "object": "event",
         *       "id": "5f3a0a8e-3a4c-4b57-9d83-0c5b2e9a7f10",
         *       "type": "artwork.updated",
         *       "created_at": "2026-03-01T12:00:00.000001Z",
         *       "organization": {
         *         "slug": "demo"
         *       },
         *       "resource": {
         *         "type": "artwork",
         *         "id": "3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52",
         *         "registry_id": "AREG-1042"
         *       },
         *       "changed_fields": [
         *         "availability"
         *       ]
         *     }
         */
        'application/json': components['schemas']['WebhookEvent'];
      };
    };
    responses: {
      /** @description Received. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused; the delivery is tried again, six times in all. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
