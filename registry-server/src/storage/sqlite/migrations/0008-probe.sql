-- The row that a readiness probe writes, to find out whether anything can be written.
INSERT INTO counters (name, value) VALUES ('probe', 0);
