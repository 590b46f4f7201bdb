-- Which person an artist is, in the lists that museums use. Written by the operator.

-- The number in the Union List of Artist Names (Getty), and the item in Wikidata.
ALTER TABLE artists ADD COLUMN ulan_id TEXT;
ALTER TABLE artists ADD COLUMN wikidata_id TEXT;
