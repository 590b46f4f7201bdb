// Where every client of the driver is made.
import pg from 'pg';

const KEEP_ALIVE_MS = 10_000;

/** Settings by which a server soon ends the session of a client whose machine is gone, and with it what that holds. */
export const CLIENT_IS_GONE = {
  tcp_user_timeout: '5s',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
};

/**
 * A client that is not connected yet. A connection that breaks between two queries is an 'error' event, and without a listener
 * that event ends the process. Whatever is under way then fails by itself, and so does the next query.
 */
export function makeClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS, ...config });
  client.on('error', () => undefined);
  return client;
}
