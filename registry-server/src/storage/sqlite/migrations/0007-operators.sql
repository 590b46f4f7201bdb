-- Who may use the operator console under a name of their own, and what operators did there and on the command line.

-- A row is a person with a name and a password. Written by the command "operator".
--   role  look < operate < administer
CREATE TABLE operators (
  name TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('look', 'operate', 'administer')),
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is one action of an operator, written before it begins: outcome is NULL until it has ended, and stays so where the program
-- was ended in between. Never changed after that, never removed.
--   details  what the action was told, as JSON, without secrets
CREATE TABLE operator_actions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  begun_at INTEGER NOT NULL,
  operator TEXT NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('console', 'command')),
  action TEXT NOT NULL,
  details TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('done', 'refused'))
) STRICT;
