-- The feed also tells that a connected site has another address. SQLite cannot change a CHECK, so the table is made anew; the
-- numbers go on where they were.

-- A row is one step of the feed: what an Art ID, a profile or a connected site shows now. Written with the change itself, by
-- the rules. `subject` is an Art ID, `profile:` or `installation:` and its id: of one subject only the last step stays for
-- ever. `payload` is the JSON that the steps of profiles and installations carry. The seq has no gaps that a reader could
-- miss.
CREATE TABLE changes_new (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('upsert', 'remove', 'profile', 'installation')),
  subject TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  payload TEXT CHECK ((payload IS NULL) = (op IN ('upsert', 'remove')))
) STRICT;
INSERT INTO changes_new (seq, op, subject, updated_at, payload)
  SELECT seq, op, subject, updated_at, payload FROM changes ORDER BY seq;
DELETE FROM sqlite_sequence WHERE name = 'changes_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'changes_new', seq FROM sqlite_sequence WHERE name = 'changes';
DROP TABLE changes;
ALTER TABLE changes_new RENAME TO changes;
-- Serves: the later steps of one subject, so that the feed can be thinned to the last one each.
CREATE INDEX changes_of_subject ON changes (subject, seq);
