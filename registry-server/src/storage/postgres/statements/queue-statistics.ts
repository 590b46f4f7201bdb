// Now and then PostgreSQL counts the queue of deliveries while nothing is in its pages: where it analyses a queue that is empty most of
// the time, or where a long transaction, such as a dump, keeps all that has ended in them. From that it concludes that a page holds no row,
// however many pages there are: every plan then seems to read nothing, and each delivery may read all of the queue, by a merge or by an
// index for something else, until autovacuum comes by again in a minute or, busy elsewhere, in hours.

/** Rows that may all be read for each delivery before it is noticeable. */
const MANY = 1000;
/** As many pages, which may be full of dead rows. */
const MANY_PAGES = 100;

/**
 * Analyses a queue that was thought to be empty and is not. Costs a look at one row of the catalogue otherwise. It waits for no lock:
 * autovacuum or another instance that is at it has the same in mind. Of few rows in many pages it may find none again, so seldom.
 */
export const ANALYSE_QUEUE = `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_class, LATERAL (SELECT pg_stat_get_live_tuples(oid) AS live) AS told
      WHERE oid = 'deliveries'::regclass AND relpages > 0 AND reltuples * 100 < live
        AND (live > ${MANY} OR relpages > ${MANY_PAGES}
          AND coalesce(pg_stat_get_last_analyze_time(oid) < now() - interval '10 seconds', true))) THEN
    ANALYZE (SKIP_LOCKED) deliveries;
  END IF;
END $$`;
