-- The feed also tells that a connected site has another address: `subject` is then `installation:` and its id. An instance of
-- the version before hands such a step on as one that its readers do not know, and skip.
ALTER TABLE changes DROP CONSTRAINT changes_op_check, DROP CONSTRAINT changes_check,
  ADD CONSTRAINT changes_op_check CHECK (op IN ('upsert', 'remove', 'profile', 'installation')),
  ADD CONSTRAINT changes_check CHECK ((payload IS NULL) = (op IN ('upsert', 'remove')));
