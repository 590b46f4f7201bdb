// The queue of deliveries is empty most of the time, and now and then PostgreSQL analyses it just then. From no row in some pages it
// concludes that a page holds none, however many pages there are: every plan then seems to read nothing, and each delivery may read all
// that wait, by a merge or by an index for something else, until autovacuum comes by again in a minute or, busy elsewhere, in hours.

/** More than this would be felt. */
const MANY = 1000;

/**
 * Analyses a queue that has filled since it was thought to be empty. Costs a look at one row of the catalogue otherwise. It waits for
 * nobody: autovacuum or another instance that is at it has the same in mind.
 */
export const COUNT_QUEUE = `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_class WHERE oid = 'deliveries'::regclass AND relpages > 0
      AND pg_stat_get_live_tuples(oid) > ${MANY} AND reltuples * 100 < pg_stat_get_live_tuples(oid)) THEN
    ANALYZE (SKIP_LOCKED) deliveries;
  END IF;
END $$`;
