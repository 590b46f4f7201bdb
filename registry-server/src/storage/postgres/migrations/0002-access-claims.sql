-- A key that was approved is fetched by the program that asked for it, so nobody copies it.

-- Whether the request came from an address of REGISTRY_SYNC_SERVICE_ADDRESSES: a service that asks for many galleries.
ALTER TABLE access_requests ADD COLUMN is_from_sync_service boolean NOT NULL DEFAULT false;

-- A row is the claim that belongs to one request: the SHA-256 of its token, when it was last asked (microseconds), and the
-- key that answers it. sealed_key is that key, encrypted with a key that is not in this database: written by the approval,
-- set to NULL when the key was first used or revoked, or 14 days after sealed_at. Removed with its request.
CREATE TABLE access_claims (
  request_id text PRIMARY KEY REFERENCES access_requests (id) ON DELETE CASCADE,
  token_hash text NOT NULL,
  asked_at bigint,
  key_prefix text REFERENCES api_keys (prefix),
  sealed_key text,
  sealed_at bigint,
  CHECK (sealed_key IS NULL OR (key_prefix IS NOT NULL AND sealed_at IS NOT NULL))
);
-- Serves: the sweep of sealed keys, and the command that seals them anew.
CREATE INDEX access_claims_sealed ON access_claims (sealed_at) WHERE sealed_key IS NOT NULL;
