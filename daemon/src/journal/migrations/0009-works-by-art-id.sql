-- Serves the registry's feed: which sites of this journal have the artwork.
CREATE INDEX work_by_art_id ON work (registry_id) WHERE registry_id IS NOT NULL;
