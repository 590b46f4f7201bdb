-- Certificates are signed statements that outlive the registry: anybody who has one and the public key can check it.

-- What is signed, in the bytes that are given out, and by which key; NULL for certificates of before. issuer_name is the profile's name
-- on the day of issue. withdrawn_at is set once. A later certificate for the same copy (edition_number) supersedes this one.
ALTER TABLE certificates ADD COLUMN organization_id TEXT REFERENCES organizations (id);
ALTER TABLE certificates ADD COLUMN issuer_name TEXT;
ALTER TABLE certificates ADD COLUMN statement TEXT;
ALTER TABLE certificates ADD COLUMN kid TEXT;
ALTER TABLE certificates ADD COLUMN signature TEXT;
ALTER TABLE certificates ADD COLUMN edition_number INTEGER;
ALTER TABLE certificates ADD COLUMN withdrawn_at INTEGER;
ALTER TABLE certificates ADD COLUMN withdrawn_reason TEXT;

-- A row is a key that signs certificates (Ed25519): the newest that is not retired signs, all of them stay published. `private_key` is
-- encrypted with a key that is not in this database.
CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  retired_at INTEGER
) STRICT, WITHOUT ROWID;
