// Texts about dumps, for the statements of tables/ and for native ones of an engine.
import { forBoth } from '../dialect.ts';

/** The profiles whose works are in no dump. */
export const LEFT_OUT = forBoth(
  ({ isFalse, bytewise }) =>
    `SELECT id, slug FROM profiles WHERE ${isFalse('in_dumps')} ORDER BY ${bytewise('slug')}`,
);

/** A row among the counters, which is there only while dumps are on hold. */
export const DUMPS_ON_HOLD = 'dumps_on_hold';

/** A row among the counters: the time that the registry had given out when it was restored last; 0: never. */
export const RESTORED_AT = 'restored_at';
