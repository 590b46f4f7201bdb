-- Two hundred thousand works and what belongs to them, as uneven as in earnest: few artists and galleries have most works, few
-- endpoints most deliveries. Most of it is some days old, a little so old that a sweep removes it. Run by a superuser into empty tables; no trigger runs, so the counters are made at the end.
SELECT setseed(0.42);
SET session_replication_role = replica;

-- A number from 1 to `most`; the small ones come far more often.
CREATE FUNCTION pg_temp.skewed(most integer) RETURNS integer LANGUAGE sql VOLATILE AS $$
  SELECT 1 + floor(most * power(random(), 3))::integer;
$$;

CREATE FUNCTION pg_temp.micros(n bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN n <= 1000 THEN n ELSE extract(epoch FROM now() - interval '3 days')::bigint * 1000000 + n END;
$$;

INSERT INTO organizations (id, slug, name, status, created_at)
SELECT 'org-' || n, 'org-' || n, 'Organisation ' || n, 'active', n FROM generate_series(1, 300) n;
INSERT INTO profiles (id, organization_id, type, slug, name, country, show_country, created_at, updated_at)
SELECT 'profile-' || n, 'org-' || n, 'gallery', 'gallery-' || n, 'Gallery ' || n, 'Germany', true, n, n
FROM generate_series(1, 300) n;
INSERT INTO api_keys (id, organization_id, hash, prefix, name, scopes, created_at, expires_at)
SELECT 'key-' || n, 'org-' || 1 + n % 300, 'hash-' || n, 'prefix-' || n, 'Key', 'artworks:read,artworks:write', n,
  CASE WHEN n % 1000 = 0 THEN n END
FROM generate_series(1, 20000) n;
INSERT INTO installations (id, organization_id, platform, platform_key, site_url, site_key, connected_at)
SELECT 'ins_' || n, 'org-' || 1 + n % 300, 'woocommerce', 'woocommerce', 'https://shop-' || n || '.example',
  'shop-' || n || '.example', n
FROM generate_series(1, 20000) n;
INSERT INTO artists (id, slug, name, name_key, is_named, created_at, updated_at)
SELECT 'artist-' || n, 'painter-' || n, 'Painter ' || n, 'painter ' || n, true, 1, 1 FROM generate_series(1, 20000) n;
INSERT INTO mediums (key)
SELECT CASE WHEN n % 3 = 0 THEN 'oil' ELSE 'ink' END || ' on canvas ' || n FROM generate_series(1, 2000) n;

INSERT INTO artworks (number, id, registry_id, organization_id, profile_id, artist_id, artist_spelling, title,
  year_created, medium, medium_id, availability, price_amount, price_currency, cover_image_url, external_id, source_url,
  source_url_key, cover_image_key, inventory_ref, fingerprint, public_json, source_installation_id, created_at, updated_at)
SELECT 100000 + n, gen_random_uuid(), 'AREG-' || 100000 + n, 'org-' || gallery, 'profile-' || gallery,
  'artist-' || artist, 'Painter ' || artist,
  (ARRAY['Portrait', 'Landscape', 'Study', 'Harbour'])[pg_temp.skewed(4)] || ' no. ' || n,
  1850 + pg_temp.skewed(170), m.key, m.id, availability,
  CASE WHEN availability = 'for_sale' THEN floor(random() * 50000) END,
  CASE WHEN availability = 'for_sale' THEN 'EUR' END,
  'https://images.example/' || n, n, 'https://shop.example/' || n, 's' || n, 'i' || n, 'INV-' || n, md5(n::text),
  '{"id":"' || n || '","title":"A work of art","sources":[]', NULL, pg_temp.micros(n), pg_temp.micros(n)
FROM (SELECT n, pg_temp.skewed(300) AS gallery, pg_temp.skewed(20000) AS artist, pg_temp.skewed(2000) AS medium,
    (ARRAY['for_sale', 'not_for_sale', 'sold', 'on_loan', 'fully_private'])[pg_temp.skewed(5)] AS availability
  FROM generate_series(1, 200000) n OFFSET 0) made
JOIN mediums m ON m.id = made.medium;
INSERT INTO artworks_text (number, words)
SELECT number, array_to_tsvector(array_remove(regexp_split_to_array(
  lower(title || ' ' || artist_spelling || ' ' || medium), '\W+'), '')) FROM artworks WHERE is_public;
INSERT INTO sources (artwork_number, installation_id, platform, platform_key, external_id, status, last_synced_at, is_public)
SELECT number, 'ins_' || pg_temp.skewed(20000), 'woocommerce', 'woocommerce', external_id, 'active', 1, is_public
FROM artworks;

INSERT INTO changes (op, subject, updated_at, written_at)
SELECT 'upsert', registry_id, updated_at, updated_at FROM artworks ORDER BY number;
INSERT INTO idempotency (organization_id, key, request_hash, status, response, created_at)
SELECT organization_id, 'key-' || number, 'hash', 201, '{"registry_id":"' || registry_id || '"}', updated_at
FROM artworks WHERE number % 4 = 0;

INSERT INTO webhook_endpoints (id, organization_id, url, events, secret, status, created_at, changed_at)
SELECT 'endpoint-' || n, 'org-' || 1 + n % 300, 'https://receiver.example/' || n, '*', 'secret', 'active', n, n
FROM generate_series(1, 400) n;
INSERT INTO events (id, type, organization_id, payload, created_at)
SELECT gen_random_uuid(), 'artwork.updated', 'org-1', '{"resource":{"type":"artwork","id":"' || n || '"}}',
  pg_temp.micros(n)
FROM generate_series(1, 200000) n;
INSERT INTO finished_deliveries (seq, id, event_seq, endpoint_id, resource_key, status, attempts, next_attempt_at_ms,
  attempt_log, created_at, finished_at)
SELECT n, gen_random_uuid(), n, 'endpoint-' || pg_temp.skewed(400), 'artwork:' || n,
  CASE WHEN n % 200 = 0 THEN 'failed' ELSE 'delivered' END, 1, 1, '[]', pg_temp.micros(n),
  pg_temp.micros(n)
FROM generate_series(1, 150000) n;
INSERT INTO deliveries (seq, id, event_seq, endpoint_id, resource_key, next_attempt_at_ms, created_at)
SELECT n, gen_random_uuid(), n, 'endpoint-' || pg_temp.skewed(400), 'artwork:' || n % 45000, 1, pg_temp.micros(n)
FROM generate_series(150001, 200000) n;
SELECT setval(pg_get_serial_sequence('deliveries', 'seq'), 200000);

INSERT INTO artwork_counts (kind, value, count)
SELECT 'all', '', count(*) FROM artworks WHERE is_public
UNION ALL SELECT 'availability', availability, count(*) FROM artworks WHERE is_public GROUP BY 2
UNION ALL SELECT 'year', year_created, count(*) FROM artworks WHERE is_public GROUP BY 2;
INSERT INTO list_blocks (kind, value, block, count)
SELECT kind, value, number >> 10, count(*) FROM artworks,
  LATERAL (VALUES ('all', ''), ('profile', profile_id), ('availability', availability)) AS list (kind, value)
WHERE is_public GROUP BY 1, 2, 3;
UPDATE artists SET artworks_count = c.count
FROM (SELECT artist_id, count(*) FROM artworks WHERE is_public GROUP BY 1) c WHERE c.artist_id = artists.id;
UPDATE profiles SET artworks_count = c.count
FROM (SELECT profile_id, count(*) FROM artworks WHERE is_public GROUP BY 1) c WHERE c.profile_id = profiles.id;
UPDATE mediums SET artworks_count = c.count
FROM (SELECT medium_id, count(*) FROM artworks WHERE is_public GROUP BY 1) c WHERE c.medium_id = mediums.id;
UPDATE installations SET artworks_count = c.count
FROM (SELECT installation_id, count(*) FROM sources WHERE is_public GROUP BY 1) c WHERE c.installation_id = installations.id;
UPDATE issued SET registry_number = 300000, clock = pg_temp.micros(200000);
