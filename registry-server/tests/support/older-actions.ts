// What operators did before an action said whom it concerns, for the migration that finds it out. The same on both engines.

/** Two organisations, one of them erased under an earlier version, and what operators were told. */
export const OLDER_ACTIONS = `
  INSERT INTO organizations (id, slug, name, status, created_at)
    VALUES ('org-1', 'demo', 'Demo', 'active', 1), ('org-2', 'erased-1', 'Erased', 'inactive', 1);
  INSERT INTO profiles (id, organization_id, type, slug, name, show_country, created_at, updated_at)
    VALUES ('profile-1', 'org-1', 'gallery', 'demo-gallery', 'Demo', false, 1, 1);
  INSERT INTO api_keys (id, organization_id, hash, prefix, scopes, created_at)
    VALUES ('key-1', 'org-1', 'hash', 'ak_1', 'artworks:read', 1);
  INSERT INTO operator_actions (seq, begun_at, operator, via, action, details, outcome) VALUES
    (1, 1, 'root', 'command', 'org create', '{"slug":"demo","name":"Demo"}', 'done'),
    (2, 1, 'root', 'command', 'org create', '{"slug":"erased-1","name":"Erased"}', 'done'),
    (3, 1, 'root', 'command', 'profile update', '{"slug":"demo-gallery","city":"cut \\ud83d"}', 'done'),
    (4, 1, 'root', 'command', 'key revoke', '{"prefix":"ak_1"}', 'done'),
    (5, 1, 'root', 'command', 'artist rename', '{"artist":"demo","name":"Demo"}', 'done'),
    (6, 1, 'root', 'console', 'sign in', '{}', 'done')`;

export const SUBJECTS_OF_OLDER_ACTIONS = ['org-1', 'org-2', 'org-1', 'org-1', null, null];
