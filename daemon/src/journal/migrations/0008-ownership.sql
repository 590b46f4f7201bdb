-- Who may write the registry's record is called ownership, as in the code.
ALTER TABLE work RENAME COLUMN standing TO ownership;
