-- Certificates are signed statements that outlive the registry: anybody who has one and the public key can check it.

-- What is signed, in the bytes that are given out, and by which key; NULL for certificates of before. issuer_name is the profile's name
-- on the day of issue. withdrawn_at is set once. A later certificate for the same copy (edition_number) supersedes this one.
ALTER TABLE certificates
  ADD COLUMN organization_id text REFERENCES organizations (id),
  ADD COLUMN issuer_name text,
  ADD COLUMN statement text,
  ADD COLUMN kid text,
  ADD COLUMN signature text,
  ADD COLUMN edition_number integer,
  ADD COLUMN withdrawn_at bigint,
  ADD COLUMN withdrawn_reason text;

-- A row is a key that signs certificates (Ed25519): the newest that is not retired signs, all of them stay published. `private_key` is
-- encrypted with a key that is not in this database.
CREATE TABLE signing_keys (
  kid text COLLATE "C" PRIMARY KEY,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at bigint NOT NULL,
  retired_at bigint
);
